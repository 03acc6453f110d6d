// What the tests of all conversions share.

import AsyncPromises
import Synchronization

/// Ends a test that hangs. One that passes does not wait that long, however busy the machine is.
public let patience: Duration = .seconds(500)

/// Errors that a test throws and finds again.
public enum TestError: Error, Equatable {
  case first, second
}

/// Something that tells when it is freed.
public final class Tracked: Sendable {
  private let resolver: Resolver<Void>

  private init(_ resolver: Resolver<Void>) {
    self.resolver = resolver
  }

  deinit {
    resolver.fulfill()
  }

  /// Calls `body` with a fresh object, which `body` hands to what it tests.
  ///
  /// - Returns: what `body` returns, and a promise that is fulfilled when the object is freed.
  public static func with<R>(_ body: (Tracked) throws -> R) rethrows -> (R, freed: Promise<Void>) {
    let (freed, resolver) = Promise<Void>.pending(name: "end of a tracked object")
    return (try body(Tracked(resolver)), freed)
  }

  /// Stands for a use of the object, so that a closure captures it.
  public func use() {}
}

/// What happened, in order.
public final class Journal<Entry: Sendable>: Sendable {
  private let contents = Mutex<[Entry]>([])

  /// An empty journal.
  public init() {}

  /// What has been written so far.
  public var entries: [Entry] { contents.withLock { $0 } }

  /// Adds an entry at the end.
  public func write(_ entry: Entry) {
    contents.withLock { $0.append(entry) }
  }
}

extension Promise {
  /// Whether the promise was rejected with a cancellation, as soon as it is settled.
  public nonisolated(nonsending) var endsCancelled: Bool {
    get async {
      if case .failure(is CancellationError) = await result { true } else { false }
    }
  }

  /// Whether the promise was rejected because its resolver went away, as soon as it is settled.
  public nonisolated(nonsending) var endsBroken: Bool {
    get async {
      if case .failure(PromiseError.broken) = await result { true } else { false }
    }
  }
}
