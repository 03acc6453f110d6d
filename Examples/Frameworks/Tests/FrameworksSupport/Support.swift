// Shared by the tests of all frameworks.

import AsyncPromises
import Foundation
import Synchronization

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

/// Waits long enough for a framework to do what its row says that it does not do.
///
/// A test that passes doesn't depend on this time. On a busy machine it may miss a change.
public func grace() async throws {
  try await Promise<Void>.delay(for: .milliseconds(200)).get()
}

/// Runs `body`, which may block, on a thread of its own: a global queue is slow to add threads.
public func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) -> Promise<Value> {
  Promise { resolver in
    Thread.detachNewThread { resolver.resolve(with: Result(catching: body)) }
  }
}

extension Promise {
  /// The error that this promise is rejected with, once it has settled.
  public nonisolated(nonsending) var error: (any Error)? {
    get async {
      if case .failure(let error) = await result { error } else { nil }
    }
  }
}

extension Promise {
  /// Whether this promise is rejected because a promise's limit has passed, once it has settled.
  public nonisolated(nonsending) var timesOut: Bool {
    get async {
      if case PromiseError.timedOut? = await error { true } else { false }
    }
  }
}

/// Returns a promise for the end of `task`, which it never cancels.
public func end<Value: Sendable>(of task: Task<Value, any Error>) -> Promise<Value> {
  Promise { try await task.value }
}
