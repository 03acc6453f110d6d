// Shared by the tests of all conversions.

import AsyncPromises
import Synchronization

/// The time limit for a test that hangs. Passing tests take less, however busy the machine is.
public let patience: Duration = .seconds(500)

/// Errors for tests to throw and recognize.
public enum TestError: Error, Equatable {
  case first, second
}

/// An object that reports when it is freed.
public final class Tracked: Sendable {
  private let resolver: Resolver<Void>

  private init(_ resolver: Resolver<Void>) {
    self.resolver = resolver
  }

  deinit {
    resolver.fulfill()
  }

  /// Calls `body` with a new object for the code under test.
  ///
  /// - Returns: the result of `body`, and a promise that is fulfilled when the object is freed.
  public static func with<R>(_ body: (Tracked) throws -> R) rethrows -> (R, freed: Promise<Void>) {
    let (freed, resolver) = Promise<Void>.pending(name: "end of a tracked object")
    return (try body(Tracked(resolver)), freed)
  }

  /// Lets a closure capture the object.
  public func use() {}
}

/// Records events in order.
public final class Journal<Entry: Sendable>: Sendable {
  private let contents = Mutex<[Entry]>([])

  /// Creates an empty journal.
  public init() {}

  /// The entries so far.
  public var entries: [Entry] { contents.withLock { $0 } }

  /// Adds an entry at the end.
  public func write(_ entry: Entry) {
    contents.withLock { $0.append(entry) }
  }
}

extension Promise {
  /// Whether the promise is rejected with a cancellation, once it has settled.
  public nonisolated(nonsending) var endsCancelled: Bool {
    get async {
      if case .failure(is CancellationError) = await result { true } else { false }
    }
  }

  /// Whether the promise is rejected because its resolver was released, once it has settled.
  public nonisolated(nonsending) var endsBroken: Bool {
    get async {
      if case .failure(PromiseError.broken) = await result { true } else { false }
    }
  }
}
