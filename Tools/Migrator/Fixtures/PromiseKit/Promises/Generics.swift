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
  func value(for key: Key) -> Promise<Value> {
    if let known = loading[key] { return known }
    loads += 1
    let promise = load(key).finally { [weak self] in
      self?.loads += 10
    }.recover(.promise) { [weak self] error -> Promise<Value> in
      if error is CancellationError { throw error }
      self?.loading[key] = nil
      throw error
    }
    loading[key] = promise
    return promise
  }
}

func genericPair<A: Sendable, B: Sendable>(
  _ first: Promise<A>, _ second: Promise<B>
) -> Promise<(A, B)> {
  Promise.all(first, second).map { @MainActor in ($0, $1) }
}

func genericNext<Source: GenericSource>(of source: Source) -> Promise<String>
where Source.Item == Int {
  source.next().map { @MainActor in "\($0)" }
}

typealias GenericLoad<T: Sendable> = (Int) -> Promise<T>

func genericTwice<T: Equatable>(_ load: GenericLoad<T>) -> Promise<Bool> {
  Promise.all(load(1), load(2)).map { @MainActor in $0 == $1 }
}
