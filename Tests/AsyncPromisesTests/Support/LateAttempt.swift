// Attempts to settle a promise a second time.

import AsyncPromises

/// An attempt that comes too late.
enum LateAttempt: CaseIterable, Sendable {
  case fulfill
  case reject
  case followFulfilled
  case followRejected
  case followForgotten
  case followItself
  case cancel

  /// All but cancellation, which still works on a promise that follows another.
  static var ofResolver: [LateAttempt] { allCases.filter { $0 != .cancel } }

  /// Returns what the call returns: whether it settled or bound the promise.
  func run(_ promise: Promise<Int>, _ resolver: Resolver<Int>) -> Bool {
    switch self {
    case .fulfill: resolver.fulfill(99)
    case .reject: resolver.reject(TestError.third)
    case .followFulfilled: resolver.follow(.fulfilled(99))
    case .followRejected: resolver.follow(.rejected(TestError.third))
    // Its resolver is released immediately, so following it would break the promise.
    case .followForgotten: resolver.follow(Promise<Int>.pending().promise)
    case .followItself: resolver.follow(promise)
    case .cancel: promise.cancel()
    }
  }
}
