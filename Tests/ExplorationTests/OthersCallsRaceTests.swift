// What calls of limiters and flights do to each other in some schedules, as known issues. They end
// when each operation gets a task of its caller's at the call.

#if DEBUG
  import Testing
  @testable import AsyncPromises

  @Suite("Races of others' calls", .timeLimit(.minutes(10)))
  struct OthersCallsRaceTests {
    @Test("C2: a task that was cancelled beforehand runs no operation of a limiter")
    func cancelledBeforehand() async {
      let race = Race("", [""]) { scenario in
        let limiter = PromiseLimiter(limit: 1)
        scenario.task {
          withUnsafeCurrentTask { $0?.cancel() }
          try? await limiter.run { scenario.note("ran") }.get()
        }
      }
      let exploration = await race.explored(.preemptions(1), stopsAtFirst: true)
      withKnownIssue("row 6: the operation runs in some schedules") {
        #expect(exploration.outcomes.isSubset(of: race.outcomes))
      }
    }

    @Test("E2 F4: a caller that is cancelled while it asks again leaves no work that nobody wants")
    func cancelledWhileAskingAgain() async {
      let race = Race("", ["", "next=abandoned"]) { scenario in
        let (first, next) = (OperationCell<Int>.begun(), OperationCell<Int>.begun())
        let (other, times) = (Recipient(), Counter())
        other.attach(to: first)
        let ask: @Sendable (ShareCell<Int>) -> Void = { share in
          switch times.next() {
          case 1: break  // The request is left to a thread.
          case 2: if let target = first.counted() { share.join(first, at: target) }
          default:
            next.marks.consumerCame()
            share.join(next, at: next)
            scenario.afterwards {
              scenario.note("next=\(next.fact)")
              next.fulfil()
            }
          }
        }
        let share = ShareCell<Int>(.none, request: ask)
        scenario.thread { ask(share) }
        scenario.thread { other.leave(byCancellation: true) }
        scenario.thread { Trampoline.runCancellation { _ = share.cancel(&$0) } }
      }
      let exploration = await race.explored(.preemptions(2), stopsAtFirst: true)
      withKnownIssue("row 11: the new operation runs for nobody") {
        #expect(exploration.outcomes.isSubset(of: race.outcomes))
      }
    }
  }

  extension OperationCell {
    /// An operation with work to stop.
    fileprivate static func begun() -> OperationCell {
      let operation = OperationCell(.none)
      operation.marks.set(.hasWork)
      operation.marks.set(.lateConsumerKnown)
      return operation
    }
  }

  /// Counts on one thread at a time.
  private final class Counter: @unchecked Sendable {
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }
#endif
