// The ways of settling a promise a second time.

import AsyncPromises

/// What somebody tries who comes too late.
enum LateAttempt: CaseIterable, Sendable {
  case fulfill
  case reject
  case followFulfilled
  case followRejected
  case followForgotten
  case followItself
  case cancel

  /// All but the cancellation, which a promise that follows another still obeys.
  static var ofResolver: [LateAttempt] { allCases.filter { $0 != .cancel } }

  /// Answers what the call answers: whether it settled or bound the promise.
  func run(_ promise: Promise<Int>, _ resolver: Resolver<Int>) -> Bool {
    switch self {
    case .fulfill: resolver.fulfill(99)
    case .reject: resolver.reject(TestError.third)
    case .followFulfilled: resolver.follow(.fulfilled(99))
    case .followRejected: resolver.follow(.rejected(TestError.third))
    // A promise whose resolver goes away: to follow it would break this promise.
    case .followForgotten: resolver.follow(Promise<Int>.pending().promise)
    case .followItself: resolver.follow(promise)
    case .cancel: promise.cancel()
    }
  }
}
