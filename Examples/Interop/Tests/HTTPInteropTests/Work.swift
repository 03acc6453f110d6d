// Server work that a test ends and watches.

import AsyncPromises
import HTTPInterop

/// An answer that the test controls.
///
/// `isCancelled` is set by the producer's handler: a waiter would be a consumer, and keep the work
/// alive.
struct Work: Sendable {
  let answer: Promise<Response>
  private let resolver: Resolver<Response>
  private let ask: Resolver<Void>
  /// Fulfilled when the answer is requested.
  let asked: Promise<Void>
  /// Whether the work was cancelled, once it has ended.
  let isCancelled: Promise<Bool>
  private let decide: Resolver<Bool>

  init() {
    (answer, resolver) = Promise.pending(name: "answer")
    (asked, ask) = Promise.pending(name: "question")
    (isCancelled, decide) = Promise.pending(name: "end of the work")
    resolver.onCancel { [decide] in decide.fulfill(true) }
  }

  /// Returns the answer, and marks it as requested.
  func begin() -> Promise<Response> {
    ask.fulfill()
    return answer
  }

  /// Ends the work.
  func end(_ body: String) {
    resolver.fulfill(Response(body))
    decide.fulfill(false)
  }
}
