// Tests that the queue keeps no ended tasks, and that its chain may have any length.

import AsyncPromises
import TestSupport
import Testing

@testable import StartupQueue

/// A million in stress runs; by default, enough for recursion to overflow the stack.
let many = isStressRun ? 1_000_000 : 20_000

@Suite("Serial queue: lifetime", .serialized, .timeLimit(.minutes(10)))
struct SerialQueueLifetimeTests {
  @Test("Memory use stays flat over many tasks, one at a time")
  func oneByOne() async {
    await #expect(processExitsWith: .success) {
      let queue = SerialQueue()
      try await Memory.expectFlat { rounds in
        for round in 0..<rounds {
          let value = try await queue.add { .fulfilled(round) }.get()
          precondition(value == round)
        }
      }
    }
  }

  @Test("Memory use stays flat over many tasks, a hundred at a time, some cancelled or failing")
  func bursts() async {
    await #expect(processExitsWith: .success) {
      let queue = SerialQueue()
      try await Memory.expectFlat { rounds in
        for _ in 0..<rounds / 100 {
          for round in 0..<100 {
            let promise = queue.add { () -> Promise<Int> in
              round % 3 == 0 ? .rejected(PretendWork.Refused()) : .fulfilled(round)
            }
            .ignoreErrors()
            if round % 5 == 0 { promise.cancel() }
          }
          try await queue.waitUntilEmpty()
        }
      }
    }
  }

  @Test("Many waiting tasks run in order")
  func allAtOnce() async {
    await #expect(processExitsWith: .success) {
      let queue = SerialQueue()
      let (gate, open) = Promise<Void>.pending()
      queue.add { gate }
      for _ in 1..<many { queue.add { .fulfilled } }
      let last = queue.add { .fulfilled(1) }
      open.fulfill()
      let value = try await last.value
      precondition(value == 1)
    }
  }
}
