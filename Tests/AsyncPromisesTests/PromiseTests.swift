// Promise.swift: states and identity.

import AsyncPromises
import Testing

@Suite("Promise", .timeLimit(.minutes(1)))
struct PromiseTests {
  @Test("A1 A5: a settled promise is settled for ever, and read without waiting")
  func settledForEver() throws {
    let fulfilled = Promise.fulfilled(1)
    let rejected = Promise<Int>.rejected(TestError.first)
    for _ in 0..<2 {
      #expect(try fulfilled.current?.get() == 1)
      #expect(throws: TestError.first) { try rejected.current?.get() }
      #expect(!fulfilled.cancel())
      #expect(!rejected.cancel())
    }
  }
}
