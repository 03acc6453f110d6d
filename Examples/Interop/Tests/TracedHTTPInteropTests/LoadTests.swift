// A traced server under load, with and without the program's word that handlers see the context.

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

  @Test("B9: without the program's word, handlers lose the trace, but are never in another's")
  func undeclared() async {
    await #expect(processExitsWith: .success) {
      let (spans, messages) = try await order(count: 500, atATime: 32)
      print("spans: \(spans), messages: \(messages)")
      // What the retry's operation does is in the trace; what handlers do is in none.
      #expect(spans == Sorted(right: 500, lost: 500 * (Shop.steps.count - 1)))
      #expect(messages == spans)
    }
  }
}
