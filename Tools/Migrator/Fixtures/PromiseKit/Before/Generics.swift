// Generic functions and types.

import PromiseKitCompat

protocol GenericSource: Sendable {
  associatedtype Item
  func next() -> Promise<Item>
}

struct GenericNumbers: GenericSource {
  let numbers: [Int]
  func next() -> Promise<Int> {
    numbers.first.map { Promise.value($0) } ?? Promise(error: DeskError.missing)
  }
}

@MainActor
final class GenericCache<Key: Hashable & Sendable, Value> {
  private var loading: [Key: Promise<Value>] = [:]
  private(set) var loads = 0
  private let load: (Key) -> Promise<Value>

  init(load: @escaping (Key) -> Promise<Value>) { self.load = load }

  /// A failure is not kept.
  func value(for key: Key) -> Promise<Value> {
    if let known = loading[key] { return known }
    loads += 1
    let promise = load(key).ensure { [weak self] in
      self?.loads += 10
    }.recover { [weak self] error -> Promise<Value> in
      self?.loading[key] = nil
      throw error
    }
    loading[key] = promise
    return promise
  }
}

func genericPair<A, B>(
  _ first: Promise<A>, _ second: Guarantee<B>
) -> Promise<(A, B)> {
  when(fulfilled: first, second).map { ($0, $1) }
}

func genericNext<Source: GenericSource>(of source: Source) -> Promise<String>
where Source.Item == Int {
  source.next().map { "\($0)" }
}

typealias GenericLoad<T> = (Int) -> Promise<T>

func genericTwice<T: Equatable>(_ load: GenericLoad<T>) -> Promise<Bool> {
  when(fulfilled: load(1), load(2)).map { $0 == $1 }
}
