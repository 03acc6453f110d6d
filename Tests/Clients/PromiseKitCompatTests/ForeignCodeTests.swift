// B5: no user code runs while the thread holds a list, a mailbox or a timer, regardless of which
// PromiseKitCompat call stores the code.

#if DEBUG
  @testable import AsyncPromises
  import Dispatch
  import PromiseKitCompat
  import TestSupport
  import Testing

  @Suite("Foreign code", .timeLimit(.minutes(10)))
  struct ForeignCodeTests {
    @Test("B5 B6 G2: user code never runs at the wrong time", arguments: ForeignUse.all)
    func everywhere(use: ForeignUse) async throws {
      #expect(try await use.intrusions() == [])
    }

    @Test("B5: the log handler never runs at the wrong time")
    func log() async {
      await #expect(processExitsWith: .success) {
        conf.logHandler = { _ in precondition(Holding.count == 0) }
        for use in ForeignUse.logged {
          let intrusions = try await use.intrusions()
          precondition(intrusions == [], "\(use): \(intrusions)")
        }
      }
    }
  }
#endif
