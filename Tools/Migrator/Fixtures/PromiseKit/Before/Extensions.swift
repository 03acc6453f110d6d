// Methods of one's own on promises, and on all that is like one.

import Foundation
import PromiseKitCompat

extension Promise where T == Data {
  func decoded<Model: Decodable>(as type: Model.Type) -> Promise<Model> {
    map(on: .global()) { try JSONDecoder().decode(type, from: $0) }
  }
}

extension Promise {
  /// The value twice.
  func twice() -> Promise<(T, T)> {
    map { ($0, $0) }
  }

  func logged(_ name: String, in journal: DeskJournal) -> Promise<T> {
    let value = String(describing: T.self)
    return self.get { _ in
      MainActor.assumeIsolated { journal.write("\(name): \(value)") }
    }
  }

  static func missing() -> Promise<T> { Promise(error: DeskError.missing) }
}

extension Guarantee where T == Bool {
  func negated() -> Guarantee<Bool> { map { !$0 } }
}

extension Thenable where T: Sequence {
  func counted() -> Promise<Int> {
    map { Array($0).count }
  }
}

enum ExtensionWork {
  static func all(_ journal: DeskJournal) -> Promise<String> {
    when(
      fulfilled: Promise.value(Data("[1, 2]".utf8)).decoded(as: [Int].self).counted(),
      Promise.value(2).logged("two", in: journal).twice(),
      Guarantee.value(true).negated()
    ).map { count, pair, flag in
      "\(count) \(pair.0 + pair.1) \(flag)"
    }
  }

  static func failing() -> Promise<Int> {
    Promise.value(Data("x".utf8)).decoded(as: Int.self)
  }

  static func missing() -> Promise<Int> {
    Promise<Int>.missing().then { Promise.value($0) }
  }

  /// Of anything that is like a promise.
  static func described<P: Thenable>(_ promise: P) -> Promise<String> where P.T == Int {
    promise.map { "\($0)" }
  }

  static func descriptions() -> Promise<[String]> {
    when(fulfilled: [described(Guarantee.value(1)), described(Promise.value(2))])
  }
}
