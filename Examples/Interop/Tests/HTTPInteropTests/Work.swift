// Work on a server that a test ends, and watches.

import AsyncPromises
import HTTPInterop

/// The answer to a request, for the test to give.
///
/// Whether it is cancelled is seen from its producer's side: a waiter would be a consumer, for whom
/// the work goes on.
struct Work: Sendable {
  let answer: Promise<Response>
  private let resolver: Resolver<Response>
  private let ask: Resolver<Void>
  /// Fulfilled when somebody has asked for the answer.
  let asked: Promise<Void>
  /// Whether nobody wanted the answer any more, as soon as the work has ended.
  let isCancelled: Promise<Bool>
  private let decide: Resolver<Bool>

  init() {
    (answer, resolver) = Promise.pending(name: "answer")
    (asked, ask) = Promise.pending(name: "question")
    (isCancelled, decide) = Promise.pending(name: "end of the work")
    resolver.onCancel { [decide] in decide.fulfill(true) }
  }

  /// The answer for the first who asks.
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
