// Operations that ask for their own key.

import AsyncPromises
import AsyncPromisesSharing
import TestSupport
import Testing

@Suite("Own keys", .timeLimit(.minutes(10)))
struct OwnKeyTests {
  enum Sharing: CaseIterable {
    case flight, cache

    func calls()
      -> @Sendable (
        _ key: Int, _ operation: @escaping @Sendable @isolated(any) () async throws -> Int
      ) -> Promise<Int>
    {
      switch self {
      case .flight:
        let flights = SingleFlight<Int, Int>()
        return { flights.run(for: $0, $1) }
      case .cache:
        let cache = PromiseCache<Int, Int>()
        return { cache.value(for: $0, $1) }
      }
    }
  }

  @Test(
    "F4: an operation that begins before its call ends waits for its own key until it is left",
    arguments: Sharing.allCases)
  func beforeItsCallEnds(sharing: Sharing) async throws {
    let call = sharing.calls()
    let outer = call(1) { @AtOnce in try await call(1) { 1 }.get() }
    #expect(outer.resultIfSettled == nil)
    #expect(outer.cancel())
    #expect(try await call(1) { 2 }.get() == 2)
  }
}

/// Runs its jobs on the thread that enqueues them.
@globalActor
private actor AtOnce {
  static let shared = AtOnce()
  private let executor = ThisThread()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

private final class ThisThread: SerialExecutor {
  func enqueue(_ job: UnownedJob) { job.runSynchronously(on: asUnownedSerialExecutor()) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
