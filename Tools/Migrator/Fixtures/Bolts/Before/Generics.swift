// Values of generic parameters, which have to be Sendable as a promise's.

import BoltsCompat

/// Loads each value once.
@MainActor
final class GenericCache<Key: Hashable, Value> {
  typealias Load = (Key) -> Task<Value>

  private var tasks: [Key: Task<Value>] = [:]
  private let load: Load

  init(load: @escaping Load) { self.load = load }

  func value(for key: Key) -> Task<Value> {
    if let known = tasks[key] { return known }
    let task = load(key)
    tasks[key] = task
    return task
  }
}

protocol GenericSource {
  associatedtype Output: Equatable
  func load() -> Task<Output>
}

struct GenericNumbers: GenericSource {
  func load() -> Task<[Int]> { Task([1, 2]) }
}

enum GenericTools {
  @MainActor
  static func pair<A, B>(_ a: Task<A>, _ b: Task<B>) -> Task<(A, B)> where A: Equatable {
    a.continueOnSuccessWithTask(.mainThread) { first in
      b.continueOnSuccessWith(.mainThread) { (first, $0) }
    }
  }

  @MainActor
  static func first<Source: GenericSource>(of source: Source) -> Task<Bool>
  where Source.Output == [Int] {
    source.load().continueOnSuccessWith(.mainThread) { $0.first == 1 }
  }

  @MainActor
  static func ofNumbers() -> Task<Bool> { first(of: GenericNumbers()) }

  @MainActor
  static func pairOfNumbers() -> Task<String> {
    pair(Task(1), Task("b")).continueOnSuccessWith { "\($0)\($1)" }
  }
}

@MainActor
final class GenericCounter {
  private(set) var count = 0
  private lazy var cache = GenericCache<Int, String> { number in
    self.count += 1
    return Task("\(number)")
  }

  func text(_ number: Int) -> Task<String> { cache.value(for: number) }
}
