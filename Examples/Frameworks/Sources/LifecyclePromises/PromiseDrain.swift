// A service that drains promises when its group shuts down.

import AsyncPromises
import ServiceLifecycle
import Synchronization

/// Keeps a service group running until the promises of its work have settled.
///
/// A service group shuts its services down in reverse order, each after the one behind it has
/// returned. Put the drain behind what its promises use, and before what creates them:
///
///     ServiceGroup(services: [database, drain, server], logger: logger)
///
/// The server stops first, then the drain waits, and then the database closes.
public final class PromiseDrain: Service {
  private struct Work {
    let cancel: @Sendable () -> Void
    let end: @Sendable () async -> Void
  }

  private struct State {
    var lastKey = 0
    /// What is pending: `nil` while it is being added.
    var pending: [Int: Work?] = [:]
    var idle: Resolver<Void>?
  }

  private let state = Mutex(State())
  private let limit: Duration

  /// Creates a drain.
  ///
  /// - Parameter limit: how long it waits before it cancels what is still pending.
  public init(limit: Duration) {
    self.limit = limit
  }

  /// Returns a promise that settles like `work`, and that the shutdown waits for.
  ///
  /// ## Cancellation
  /// The returned promise is derived from `work`, which is cancelled if it has no other consumers.
  ///
  /// - Parameter work: what has to settle before the drain returns.
  /// - Returns: the promise to use instead of `work`.
  public func keeping<Value>(
    _ work: Promise<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    let key = state.withLock { state in
      state.lastKey += 1
      state.pending.updateValue(nil, forKey: state.lastKey)
      return state.lastKey
    }
    let kept = work.finally(fileID: fileID, line: line) { self.remove(key) }
    state.withLock { state in
      guard state.pending[key] != nil else { return }
      state.pending[key] = Work(
        cancel: { kept.cancel() }, end: { try? await work.waitForOperation() })
    }
    return kept
  }

  /// Waits for the graceful shutdown and then for the promises.
  ///
  /// After the limit, it cancels what is pending, and waits until the operations have ended. If its
  /// task is cancelled, it cancels the promises at once. It never throws: an error would cancel the
  /// services that are shut down after it.
  public func run() async {
    try? await gracefulShutdown()
    do {
      try await drained().timeout(after: limit).get()
    } catch {
      let pending = state.withLock { $0.pending.values.compactMap(\.self) }
      for work in pending { work.cancel() }
      for work in pending { await work.end() }
    }
  }

  /// Fulfilled when nothing is pending anymore.
  private func drained() -> Promise<Void> {
    let (idle, resolver) = Promise<Void>.pending(name: "drained promises")
    let isIdle = state.withLock { state in
      if !state.pending.isEmpty { state.idle = resolver }
      return state.pending.isEmpty
    }
    if isIdle { resolver.fulfill() }
    return idle
  }

  private func remove(_ key: Int) {
    let idle = state.withLock { state in
      state.pending.removeValue(forKey: key)
      return state.pending.isEmpty ? state.idle.take() : nil
    }
    idle?.fulfill()
  }
}
