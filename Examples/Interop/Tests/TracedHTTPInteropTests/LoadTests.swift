// A traced server under load, with and without the declaration that handlers see the context.

import AsyncPromises
import Testing
import Tracing

@Suite("A traced server", .timeLimit(.minutes(10)))
struct LoadTests {
  @Test("B9: all spans and messages are in their request's trace", arguments: [2, 32])
  func declared(atATime: Int) async throws {
    ServiceContext.$current.carriedByHandlers()
    let all = Sorted(right: 500 * Shop.steps.count)
    let (spans, messages) = try await order(count: 500, atATime: atATime)
    #expect(spans == all)
    #expect(messages == all)
  }

  @Test("B9: if the context isn't declared, handlers lose the trace, but never get the wrong one")
  func undeclared() async {
    await #expect(processExitsWith: .success) {
      let (spans, messages) = try await order(count: 500, atATime: 32)
      print("spans: \(spans), messages: \(messages)")
      // Only the operation of the retry is in the trace; the steps in handlers aren't.
      #expect(spans == Sorted(right: 500, lost: 500 * (Shop.steps.count - 1)))
      #expect(messages == spans)
    }
  }
}
