// Values of generic parameters, which have to be Sendable as a promise's.

import AsyncPromises

/// Loads each value once.
@MainActor
final class GenericCache<Key: Hashable, Value: Sendable> {
  typealias Load = (Key) -> Promise<Value>

  private var tasks: [Key: Promise<Value>] = [:]
  private let load: Load

  init(load: @escaping Load) { self.load = load }

  func value(for key: Key) -> Promise<Value> {
    if let known = tasks[key] { return known }
    let task = load(key)
    tasks[key] = task
    return task
  }
}

protocol GenericSource {
  associatedtype Output: Equatable, Sendable
  func load() -> Promise<Output>
}

struct GenericNumbers: GenericSource {
  func load() -> Promise<[Int]> { Promise.fulfilled([1, 2]) }
}

enum GenericTools {
  @MainActor
  static func pair<A: Sendable, B: Sendable>(_ a: Promise<A>, _ b: Promise<B>) -> Promise<(A, B)> where A: Equatable {
    a.then { first in
      b.map { (first, $0) }
    }
  }

  @MainActor
  static func first<Source: GenericSource>(of source: Source) -> Promise<Bool>
  where Source.Output == [Int] {
    source.load().map { $0.first == 1 }
  }

  @MainActor
  static func ofNumbers() -> Promise<Bool> { first(of: GenericNumbers()) }

  @MainActor
  static func pairOfNumbers() -> Promise<String> {
    pair(Promise.fulfilled(1), Promise.fulfilled("b")).map { "\($0)\($1)" }
  }
}

@MainActor
final class GenericCounter {
  private(set) var count = 0
  private lazy var cache = GenericCache<Int, String> { number in
    self.count += 1
    return Promise.fulfilled("\(number)")
  }

  func text(_ number: Int) -> Promise<String> { cache.value(for: number) }
}
