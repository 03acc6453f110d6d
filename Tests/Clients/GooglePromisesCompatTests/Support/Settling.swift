// How and when a test's promise settles, and where its handlers run.

import Dispatch
import GooglePromisesCompat
import TestSupport

/// How a test's promise settles.
enum Settlement: CaseIterable, Sendable {
  case fulfilled, rejected, cancelled

  var outcome: Outcome {
    switch self {
    case .fulfilled: .fulfilled(1)
    case .rejected: .rejected(.first)
    case .cancelled: .cancelled
    }
  }

  func settle(_ promise: Promise<Int>) {
    switch self {
    case .fulfilled: promise.fulfill(1)
    case .rejected: promise.reject(TestError.first)
    case .cancelled: promise.cancel()
    }
  }
}

/// When a test's promise settles, relative to the registration of its handlers.
enum SettleTime: CaseIterable, Sendable {
  case before, after, elsewhere

  func observe<R>(_ settlement: Settlement, _ register: (Promise<Int>) -> R) -> R {
    let promise = Promise<Int>.pending()
    if self == .before { settlement.settle(promise) }
    let registered = register(promise)
    if self == .after { settlement.settle(promise) }
    if self == .elsewhere {
      DispatchQueue.global().async { settlement.settle(promise) }
    }
    return registered
  }
}

/// A queue that recognizes its own blocks.
struct MarkedQueue: Sendable {
  static let main = MarkedQueue(.main)

  let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()

  init(_ queue: DispatchQueue) {
    self.queue = queue
    queue.setSpecific(key: key, value: true)
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
