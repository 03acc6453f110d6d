// Tests promises that wait for operations, and the four versions of the word count.

import AsyncPromises
import Foundation
import Testing

@testable import StartupQueue

@Suite("Promise of an operation", .timeLimit(.minutes(10)))
struct OperationPromiseTests {
  let queue = OperationQueue()

  @Test("Fulfilled when the operation finishes")
  func finished() async throws {
    try await inScope { _ in
      let operation = BlockOperation()
      try await queue.run(operation).get()
      #expect(operation.isFinished)
    }
  }

  @Test("Rejected when the operation is cancelled")
  func cancelledOperation() async throws {
    try await inScope { _ in
      queue.isSuspended = true
      let operation = BlockOperation()
      let promise = queue.run(operation)
      operation.cancel()
      queue.isSuspended = false
      await #expect(throws: CancellationError.self) { try await promise.value }
    }
  }

  @Test("Cancelling the promise cancels the operation")
  func cancelledPromise() async throws {
    try await inScope { _ in
      queue.isSuspended = true
      let operation = BlockOperation()
      queue.run(operation).cancel()
      #expect(operation.isCancelled)
      queue.isSuspended = false
    }
  }
}

@Suite("Words of a book", .timeLimit(.minutes(10)))
struct WordCountTests {
  @Test("All four versions have the same results")
  func fourWays() async throws {
    try await inScope { _ in
      let (lines, agree) = await StartupQueue.countWordsInFourWays()
      #expect(agree)
      #expect(lines.contains("Ali Baba, by promises: 2"))
      #expect(lines.contains("Cassim, by promises: no such book"))
    }
  }
}

@Suite("Dialogs", .timeLimit(.minutes(10)))
struct DialogTests {
  @Test("The dialogs appear in the expected order")
  func transcript() async throws {
    try await inScope { _ in
      let lines = try await StartupQueue.showDialogs()
      #expect(
        lines == [
          "update begins", "update ends", "permission begins", "permission fails",
          "rating begins", "rating is withdrawn", "terms begins", "terms fails",
          "→ update: later", "→ offer: cancelled", "→ permission: refused",
          "→ rating: cancelled", "→ terms: refused", "→ tour: cancelled",
        ])
    }
  }
}
