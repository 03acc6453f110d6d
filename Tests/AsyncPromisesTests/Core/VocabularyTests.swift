// Features of the core that only the compatibility modules use.

import TestSupport
import Testing

@testable import AsyncPromises
@testable import PromiseCompatSupport

#if canImport(Dispatch)
  import Dispatch
#endif

@Suite("The core and the compatibility modules", .timeLimit(.minutes(10)))
struct VocabularyTests {
  @Test("Consumers of a pending promise are counted; those that have left aren't")
  func consumers() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(promise.cell.consumerCount == 0)
    let (first, second) = (promise.map { $0 }, promise.map { $0 + 1 })
    #expect(promise.cell.consumerCount == 2)
    first.cancel()
    #expect(promise.cell.consumerCount == 1)
    resolver.fulfill(1)
    #expect(promise.cell.consumerCount == 0)
    withExtendedLifetime(second) {}
  }

  @Test("A promise that follows another one counts the other's consumers as its own")
  func consumersOfFollowing() {
    let ((outer, first), (inner, second)) = (Promise<Int>.pending(), Promise<Int>.pending())
    let derived = outer.map { $0 }
    first.follow(inner)
    #expect(outer.cell.consumerCount == 1)
    withExtendedLifetime((derived, second)) {}
  }

  #if canImport(Dispatch)
    @Test("With `passesInTurn`, an outcome that skips a handler waits for the handler's queue")
    func inTurn() async throws {
      let queue = DispatchQueue(label: "turns")
      queue.suspend()
      func handling() -> Handling {
        Handling("map", #fileID, #line, queue, passesInTurn: true)
      }
      let fulfilled = Promise.fulfilled(Transfer(1)).settle(
        handling(), for: .failures, { (_: any Error) in 2 }
      ) { _, _ in 3 }
      let rejected = Promise<Transfer<Int>>.rejected(TestError.first).settle(
        handling(), for: .values, { (_: Int) in 2 }
      ) { _, _ in 3 }
      #expect(!fulfilled.cell.isSettled)
      #expect(!rejected.cell.isSettled)
      queue.resume()
      #expect(try await fulfilled.value.value == 1)
      await #expect(throws: TestError.first) { _ = try await rejected.value }
    }
  #endif
}
