// Time limits, delays and further attempts.

import AsyncPromises
import Dispatch
import Foundation

/// The default number of retries of ``retry(on:attempts:delay:condition:fileID:line:_:)``.
public let __FBLPromiseRetryDefaultAttemptsCount = 1

/// The default pause of ``retry(on:attempts:delay:condition:fileID:line:_:)``, in seconds.
public let __FBLPromiseRetryDefaultDelayInterval: TimeInterval = 1

extension Promise {
  /// Returns a promise that settles like this promise, or is rejected with
  /// ``PromiseError/timedOut`` if that takes longer than `interval` seconds.
  ///
  /// This promise continues.
  ///
  /// The queue is ignored: the parameter only lets calls compile.
  @discardableResult
  public func timeout(
    on queue: DispatchQueue = .promises, _ interval: TimeInterval,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    .derived { keeper in
      core.timeout(
        after: .timeInterval(interval), Origin("timeout", fileID, line),
        rejecting: PromiseError.timedOut, keeping: keeper)
    }
  }

  /// Returns a promise that is fulfilled with the same value `interval` seconds after this promise
  /// was fulfilled, or rejected at once with its error.
  ///
  /// The queue is ignored: the parameter only lets calls compile.
  public func delay(
    on queue: DispatchQueue = .promises, _ interval: TimeInterval,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    func pause(_ value: Transfer<Value>) -> Core<Value> {
      AsyncPromises.Promise.delay(
        for: .timeInterval(interval), ContinuousClock(), .none, fulfilling: value)
    }
    return .derived { keeper in
      core.follow(.init("delay", fileID, line), for: .values, keeper.keep(pause)) {
        pause, outcome in try pause(outcome.get())
      }
    }
  }
}

/// Returns a promise that settles like the first promise of `work` to be fulfilled, or else like
/// the last one.
///
/// The first call is made at once, on the caller's stack. If its promise is rejected, up to `count`
/// more are made on the queue, each after a pause of `interval` seconds: `count` + 1 calls in all,
/// or one if `count` is zero or less. Before each pause, `predicate` is called on the queue with
/// the number of remaining calls and the error; `false` ends the retry. So does Swift's
/// `CancellationError`.
public func retry<Value>(
  on queue: DispatchQueue = .promises, attempts count: Int = __FBLPromiseRetryDefaultAttemptsCount,
  delay interval: TimeInterval = __FBLPromiseRetryDefaultDelayInterval,
  condition predicate: ((_ count: Int, _ error: any Error) -> Bool)? = nil,
  fileID: StaticString = #fileID, line: UInt = #line, _ work: @escaping () throws -> Promise<Value>
) -> Promise<Value> {
  func attempt(_ count: Int, _ handling: Handling, _ keeper: Keeper) -> Core<Value> {
    let promise: Core<Value>
    do {
      promise = try work().core
    } catch {
      promise = Core(.failure(error), fileID: fileID, line: line)
    }
    return promise.follow(handling, for: .failures, keeper.keep(work)) { _, outcome in
      guard case .failure(let error) = outcome, count > 0, !(error is CancellationError),
        predicate?(count, error) != false
      else { return promise }
      let pause = AsyncPromises.Promise.delay(
        for: .timeInterval(interval), ContinuousClock(), .none, fulfilling: Transfer(()))
      return pause.follow(.init(.none, in: .init(queue))) { _ in
        attempt(count - 1, .init(.none, in: .init(queue)), keeper)
      }
    }
  }
  return .derived { attempt(count, .init("retry", fileID, line, queue), $0) }
}
