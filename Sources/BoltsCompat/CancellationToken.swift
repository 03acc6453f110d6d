// Cancellation tokens: a source requests cancellation, and its token shows whether it has. A token
// is an untracked `AsyncPromises.Promise` that is pending at first. It is cancelled when
// cancellation is requested, or fulfilled when the source is disposed of.

import AsyncPromises
import PromiseCompatSupport

/// Requests cancellation of the work that holds its token.
///
/// ```swift
/// let search = CancellationTokenSource()
/// store.find("cat").continueWith(.mainThread, cancellationToken: search.token) { task in
///   view.show(task.result ?? [])
/// }
/// search.cancel()
/// ```
public final class CancellationTokenSource: Sendable {
  /// The token to pass to cancellable work.
  public let token: CancellationToken
  private let resolver: Resolver<Transfer<Void>>
  /// The running timer, and any that other threads started at the same time.
  private let timers = SharedStack<Core<Void>>()

  /// Creates a source that has not requested cancellation.
  public init() {
    func pending() -> (Core<Void>, Resolver<Transfer<Void>>) { Core<Void>.pending() }
    let (core, resolver) = Tracking.tracker?.untracked(pending) ?? pending()
    (token, self.resolver) = (CancellationToken(core), resolver)
  }

  /// Whether cancellation has been requested.
  public var isCancellationRequested: Bool { token.isCancellationRequested }

  /// Requests cancellation.
  ///
  /// Each observer runs once, within this call, in the order of registration.
  public func cancel() {
    stopTimer()
    InlineLoop.apart { _ = token.core.cancel() }
  }

  /// Requests cancellation after `milliseconds`, replacing any earlier delay.
  ///
  /// With zero, cancellation is requested at once. With -1, the call only clears an earlier delay.
  public func cancel(afterDelay milliseconds: Int) {
    precondition(milliseconds >= -1, "The delay must be at least -1 ms, not \(milliseconds).")
    stopTimer()
    if milliseconds == 0 { return cancel() }
    guard milliseconds > 0, resolver.isPending else { return }
    let end = AsyncPromises.Promise.later(
      after: .milliseconds(milliseconds), .none, fulfilling: Transfer(()))
    // The timer keeps the source alive, as there may be no other reference to it.
    end.pipe { if case .success = $0 { self.cancel() } }
    timers.push(end)
  }

  /// Same as ``cancel(afterDelay:)``.
  public func cancelAfterDelay(_ milliseconds: Int) { cancel(afterDelay: milliseconds) }

  /// Releases all observers; later requests have no effect.
  ///
  /// Releasing the last reference to the source does the same.
  public func dispose() {
    stopTimer()
    if resolver.isPending { resolver.fulfill(Transfer(())) }
  }

  private func stopTimer() {
    for timer in timers.takeAll() { timer.cancel() }
  }

  deinit { dispose() }
}

/// Shows whether cancellation has been requested.
public final class CancellationToken: Sendable {
  fileprivate let core: Core<Void>

  fileprivate init(_ core: Core<Void>) {
    self.core = core
    // A permanent consumer, so that disposing of the last registration does not cancel the promise.
    core.pipe { _ in }
  }

  /// Whether cancellation has been requested.
  public var isCancellationRequested: Bool {
    if case .failure? = core.resultIfSettled { true } else { false }
  }

  /// Calls `block` when cancellation is requested, or at once if it already has been.
  @discardableResult
  public func registerCancellationObserver(
    block: @escaping () -> Void
  ) -> CancellationTokenRegistration {
    let scope = CallScope()
    return CancellationTokenRegistration(
      InlineLoop.apart {
        core.settle(Handling(.none), for: .failures, block) { block, _ in
          try scope.bind { try block(()) }
        }
      })
  }

  @usableFromInline
  func throwIfCancellationIsRequested() throws {
    if isCancellationRequested { throw CancelledError() }
  }
}

/// The registration of a token's observer.
public final class CancellationTokenRegistration: Sendable {
  private let core: Core<Void>

  fileprivate init(_ core: Core<Void>) { self.core = core }

  /// Releases the observer, which is then no longer called.
  public func dispose() { core.cancel() }
}
