// B5: no user code runs while the thread holds a list, a mailbox or a timer, regardless of which
// GooglePromisesCompat call stores the code.

#if DEBUG
  import Dispatch
  import GooglePromisesCompat
  import TestSupport
  import Testing

  @Suite("Foreign code", .timeLimit(.minutes(10)))
  struct ForeignCodeTests {
    @Test("B5 B6 G2: user code never runs at the wrong time", arguments: ForeignUse.every)
    func everywhere(use: ForeignUse) async throws {
      #expect(try await use.intrusions() == [])
    }
  }
#endif
