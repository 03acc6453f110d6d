// Values of generic parameters, which have to be Sendable as a promise's.

import AsyncPromises

/// Loads each value once.
@MainActor
final class GenericCache<Key: Hashable, Value: Sendable> {
  typealias Load = (Key) -> Promise<Value>

  private var tasks: [Key: Promise<Value>] = [:]
  private let load: Load

  init(load: @escaping Load) { self.load = load }

  func value(for key: Key) async throws -> Value {
    if let known = tasks[key] { return try await known.get() }
    let task = load(key)
    tasks[key] = task
    return try await task.get()
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
  static func pair<A: Sendable, B: Sendable>(_ a: Promise<A>, _ b: Promise<B>) async throws -> (A, B) where A: Equatable {
    let first = try await a.get()
    let value = try await b.get()
    return (first, value)
  }

  @MainActor
  static func first<Source: GenericSource>(of source: Source) async throws -> Bool
  where Source.Output == [Int] {
    let value = try await source.load().get()
    return value.first == 1
  }

  @MainActor
  static func ofNumbers() async throws -> Bool { try await first(of: GenericNumbers()) }

  @MainActor
  static func pairOfNumbers() async throws -> String {
    let (first, second) = try await pair(Promise.fulfilled(1), Promise.fulfilled("b"))
    return "\(first)\(second)"
  }
}

@MainActor
final class GenericCounter {
  private(set) var count = 0
  private lazy var cache = GenericCache<Int, String> { number in
    self.count += 1
    return Promise.fulfilled("\(number)")
  }

  func text(_ number: Int) async throws -> String { try await cache.value(for: number) }
}
