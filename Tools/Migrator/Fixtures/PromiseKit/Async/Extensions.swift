// Methods of one's own on promises, and on all that is like one.

import Foundation
import AsyncPromises

extension Promise where Value == Data {
  func decoded<Model: Decodable & Sendable>(as type: Model.Type) -> Promise<Model> {
    map { try JSONDecoder().decode(type, from: $0) }
  }
}

extension Promise {
  /// The value twice.
  func twice() -> Promise<(Value, Value)> {
    map { @MainActor in ($0, $0) }
  }

  func logged(_ name: String, in journal: DeskJournal) -> Promise<Value> {
    let value = String(describing: Value.self)
    return self.map { @MainActor outcome in
      MainActor.assumeIsolated { journal.write("\(name): \(value)") }
      return outcome
    }
  }

  static func missing() -> Promise<Value> { Promise.rejected(DeskError.missing) }
}

extension Promise where Value == Bool {
  func negated() -> Promise<Bool> { map { @MainActor in !$0 } }
}

extension Promise where Value: Sequence {
  func counted() -> Promise<Int> {
    map { @MainActor in Array($0).count }
  }
}

enum ExtensionWork {
  static func all(_ journal: DeskJournal) async throws -> String {
    let (count, pair, flag) = try await Promise.all(
      Promise.fulfilled(Data("[1, 2]".utf8)).decoded(as: [Int].self).counted(),
      Promise.fulfilled(2).logged("two", in: journal).twice(),
      Promise.fulfilled(true).negated()
    ).get()
    return await MainActor.run { "\(count) \(pair.0 + pair.1) \(flag)" }
  }

  static func failing() async throws -> Int {
    try await Promise.fulfilled(Data("x".utf8)).decoded(as: Int.self).get()
  }

  static func missing() async throws -> Int {
    let missing2 = try await Promise<Int>.missing().get()
    return try await MainActor.run { Promise.fulfilled(missing2) }.get()
  }

  /// Of anything that is like a promise.
  static func described<P: PromiseProtocol>(_ promise: P) async throws -> String where P.Value == Int {
    try await promise.promise.map { @MainActor in "\($0)" }.get()
  }

  static func descriptions() async throws -> [String] {
    try await Promise.all(
      [Promise.immediate { try await described(Promise.fulfilled(1)) }, Promise.immediate { try await described(Promise.fulfilled(2)) }]
    ).get()
  }
}
