// Pauses, and a limit of time.

import Foundation
import PromiseKitCompat

struct TimedOut: Error {}

enum TimedWork {
  static func pause(_ seconds: TimeInterval) -> Guarantee<String> {
    after(seconds: seconds).map { "paused" }
  }

  static func short() -> Guarantee<Void> { after(.milliseconds(1)) }

  static func qualified() -> Guarantee<Void> { after(DispatchTimeInterval.nanoseconds(10)) }

  /// The interval is made elsewhere.
  static func pause(_ interval: DispatchTimeInterval) -> Promise<Int> {
    after(interval).map { 1 }
  }

  static func limited<T: Sendable>(
    _ promise: Promise<T>, by limit: Guarantee<Void>
  ) -> Promise<T> {
    let timeout = limit.done { throw TimedOut() }
    return race(promise.asVoid(), timeout).then { promise }
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
