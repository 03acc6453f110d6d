// Pauses, and a limit of time.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct TimedOut: Error {}

enum TimedWork {
  static func pause(_ seconds: TimeInterval) -> Promise<String> {
    Promise.delay(for: .seconds(seconds)).map { @MainActor in "paused" }
  }

  static func short() -> Promise<Void> { Promise.delay(for: .milliseconds(1)) }

  static func qualified() -> Promise<Void> { Promise.delay(for: .nanoseconds(10)) }

  /// The interval is made elsewhere.
  static func pause(_ interval: DispatchTimeInterval) -> Promise<Int> {
    after(interval).asyncPromise.map { @MainActor in 1 }
  }

  static func limited<T: Sendable>(
    _ promise: Promise<T>, by limit: Promise<Void>
  ) -> Promise<T> {
    let timeout = limit.done { @MainActor in throw TimedOut() }
    return Promise.race(promise.map { _ in }, timeout).then { @MainActor in promise }
  }
}

/// What comes when it is told to.
@MainActor
final class TimedAnswer {
  private let (answer, seal) = Promise<Int>.pending()
  private let (limit, reach) = Promise<Void>.pending()

  func limited() -> Promise<Int> {
    TimedWork.limited(answer, by: limit.recover { _ in })
  }

  func come() { seal.fulfill(1) }
  func end() { reach.fulfill(()) }
}
