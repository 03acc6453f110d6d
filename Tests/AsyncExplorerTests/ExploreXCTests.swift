// Explorations in XCTest, which has no support for them.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import TestSupport
  import XCTest

  final class ExploreXCTests: XCTestCase {
    @MainActor private final class Model {
      private(set) var number = 0

      nonisolated init() {}

      func increase() { number += 1 }
    }

    private struct Wrong: Error {}

    func testJobsOfTheMainActorRun() async throws {
      try await explore(schedules: 50) {
        let model = Model()
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { await model.increase() } }
        }
        guard await model.number == 3 else { throw Wrong() }
      }
    }

    @MainActor func testBodyOfTheMainActor() async throws {
      let model = Model()
      try await explore(schedules: 50) {
        model.increase()
        await Task.yield()
      }
      XCTAssertEqual(model.number, 50)
    }

    /// X4: a test that is skipped is skipped, and hasn't failed.
    func testSkipIsThrown() async throws {
      do {
        try await explore(schedules: 5) { throw XCTSkip("There is no device.") }
        XCTFail("Nothing was thrown.")
      } catch let skip as XCTSkip {
        XCTAssertEqual(skip.message, "There is no device.")
      }
    }

    func testFailureIsThrown() async throws {
      do {
        try await explore(schedules: 50) {
          let order = Locked<[Int]>([])
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<2 { group.addTask { order.withLock { $0.append(number) } } }
          }
          guard order.withLock({ $0 }) == [0, 1] else { throw Wrong() }
        }
        XCTFail("Nothing was found.")
      } catch let failure as ExplorationFailure {
        XCTAssertTrue(failure.error is Wrong)
        XCTAssertNotNil(failure.replay)
      }
    }
  }
#endif
