// The queue keeps nothing of what is over, and its chain of turns may be of any length.

import AsyncPromises
import TestSupport
import Testing

@testable import StartupQueue

/// A million where time is no matter, and in every run enough for stacks to overflow.
let many = isStressRun ? 1_000_000 : 20_000

@Suite("Serial queue: lifetime", .serialized, .timeLimit(.minutes(10)))
struct SerialQueueLifetimeTests {
  @Test("Many tasks, one by one, leave memory flat")
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

  @Test("Many tasks, by the hundred, some of them cancelled or failing, leave memory flat")
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

  @Test("Many tasks that wait at the same time run one after the other")
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
