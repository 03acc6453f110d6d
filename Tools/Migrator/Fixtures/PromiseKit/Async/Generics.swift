// Generic functions and types.

import AsyncPromises

protocol GenericSource: Sendable {
  associatedtype Item: Sendable
  func next() -> Promise<Item>
}

struct GenericNumbers: GenericSource {
  let numbers: [Int]
  func next() -> Promise<Int> {
    numbers.first.map { Promise.fulfilled($0) } ?? Promise.rejected(DeskError.missing)
  }
}

@MainActor
final class GenericCache<Key: Hashable & Sendable, Value: Sendable> {
  private var loading: [Key: Promise<Value>] = [:]
  private(set) var loads = 0
  private let load: (Key) -> Promise<Value>

  init(load: @escaping (Key) -> Promise<Value>) { self.load = load }

  /// A failure is not kept.
  func value(for key: Key) async throws -> Value {
    if let known = loading[key] { return try await known.get() }
    loads += 1
    let promise = load(key).finally { [weak self] in
      self?.loads += 10
    }.recover(.promise) { [weak self] error -> Promise<Value> in
      if error is CancellationError { throw error }
      self?.loading[key] = nil
      throw error
    }
    loading[key] = promise
    return try await promise.get()
  }
}

func genericPair<A: Sendable, B: Sendable>(
  _ first: Promise<A>, _ second: Promise<B>
) async throws -> (A, B) {
  let (first2, second2) = try await Promise.all(first, second).get()
  return await MainActor.run { (first2, second2) }
}

func genericNext<Source: GenericSource>(of source: Source) async throws -> String
where Source.Item == Int {
  let next = try await source.next().get()
  return await MainActor.run { "\(next)" }
}

typealias GenericLoad<T: Sendable> = (Int) -> Promise<T>

func genericTwice<T: Equatable>(_ load: GenericLoad<T>) async throws -> Bool {
  let (first, second) = try await Promise.all(load(1), load(2)).get()
  return await MainActor.run { first == second }
}
