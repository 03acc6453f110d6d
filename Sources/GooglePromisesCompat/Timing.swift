// Timeouts, delays and retries.

import AsyncPromises
import Dispatch
import Foundation
import PromiseCompatSupport

/// The default number of retries of ``retry(on:attempts:delay:condition:fileID:line:_:)``.
public let __FBLPromiseRetryDefaultAttemptsCount = 1

/// The default pause of ``retry(on:attempts:delay:condition:fileID:line:_:)``, in seconds.
public let __FBLPromiseRetryDefaultDelayInterval: TimeInterval = 1

extension Promise {
  /// Returns a promise that settles like this promise, or is rejected with
  /// ``PromiseError/timedOut`` if that takes longer than `interval` seconds.
  ///
  /// After a timeout, this promise continues.
  ///
  /// The queue is ignored; the parameter exists only so that existing calls compile.
  @discardableResult
  public func timeout(
    on queue: DispatchQueue = .promises, _ interval: TimeInterval,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    Promise(
      core: core.timeout(
        after: .timeInterval(interval), Origin("timeout", fileID, line),
        rejecting: PromiseError.timedOut))
  }

  /// Returns a promise that is fulfilled with the same value `interval` seconds after this promise
  /// is fulfilled, or rejected at once with its error.
  ///
  /// The queue is ignored; the parameter exists only so that existing calls compile.
  public func delay(
    on queue: DispatchQueue = .promises, _ interval: TimeInterval,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    func pause(_ value: Transfer<Value>) -> Core<Value> {
      AsyncPromises.Promise.later(
        after: .timeInterval(interval), .none, fulfilling: value)
    }
    return Promise(
      core: core.follow(.init("delay", fileID, line), for: .values, pause) {
        pause, outcome in try pause(outcome.get())
      })
  }
}

/// Returns a promise that settles like the first of `work`'s promises to be fulfilled, or like the
/// last one if none is.
///
/// The first call to `work` is made at once, on the caller's stack. If its promise is rejected, up
/// to `count` more calls follow on the queue, each after a pause of `interval` seconds. That makes
/// `count` + 1 calls in all, or one if `count` is zero or negative. Before each pause, `predicate`
/// is called on the queue with the number of remaining calls and the error. If it returns `false`,
/// or if the error means a cancellation, the retry ends.
public func retry<Value>(
  on queue: DispatchQueue = .promises, attempts count: Int = __FBLPromiseRetryDefaultAttemptsCount,
  delay interval: TimeInterval = __FBLPromiseRetryDefaultDelayInterval,
  condition predicate: ((_ count: Int, _ error: any Error) -> Bool)? = nil,
  fileID: StaticString = #fileID, line: UInt = #line, _ work: @escaping () throws -> Promise<Value>
) -> Promise<Value> {
  /// How the later attempts' handlers run: in the scope of the whole promise.
  func part() -> Handling {
    .init(
      Origin(partOf: "retry", fileID, line), in: .init(queue), passesInTurn: true)
  }
  func attempt(_ count: Int, _ handling: Handling) -> Core<Value> {
    let promise: Core<Value>
    do {
      promise = try work().core
    } catch {
      promise = Core(.failure(error), fileID: fileID, line: line)
    }
    return promise.follow(handling, for: .failures, work) { _, outcome in
      guard case .failure(let error) = outcome, count > 0,
        !AsyncPromises.PromiseError.isCancellation(error),
        predicate?(count, error) != false
      else { return promise }
      let pause = AsyncPromises.Promise.later(
        after: .timeInterval(interval), .none, fulfilling: Transfer(()))
      return pause.follow(part()) { _ in attempt(count - 1, part()) }
    }
  }
  return Promise(core: attempt(count, .init("retry", fileID, line, on: queue)))
}
