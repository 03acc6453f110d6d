// Whether runs have their own time and random numbers in this build.

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks
  import Foundation

  /// Checks what a run's jobs read. A program's linker decides that, so it can't be known earlier.
  enum TakenOver {
    /// Prints a note about what runs share with the system, if anything.
    static func check() {
      let missed = missed
      guard !missed.isEmpty else { return }
      let list = missed.joined(separator: ", ")
      let note = "AsyncExplorer: in this build, runs share these with the system: \(list)."
      FileHandle.standardError.write(Data((note + "\n").utf8))
    }

    private static var missed: [String] {
      let observer = UnsafeMutablePointer<task_observer>.allocate(capacity: 1)
      observer.initialize(to: task_observer())
      defer { observer.deallocate() }
      let second: Int64 = 1_000_000_000
      (observer.pointee.time.real, observer.pointee.time.monotonic) = (second, second)
      observer.pointee.time.boot = second
      task_observer_set(observer)
      _ = run_time_is_told(1)
      defer {
        _ = run_time_is_told(0)
        task_observer_set(nil)
      }
      let reads: [(name: String, isTakenOver: () -> Bool)] = [
        ("ContinuousClock.now", { isStill { ContinuousClock.now } }),
        ("SuspendingClock.now", { isStill { SuspendingClock.now } }),
        ("Date()", { Date().timeIntervalSince1970 == 1 }),
        ("SystemRandomNumberGenerator", { isRepeated(observer) { UInt64.random(in: 0...(.max)) } }),
        ("UUID()", { isRepeated(observer) { UUID() } }),
      ]
      return reads.filter { !$0.isTakenOver() }.map(\.name)
    }

    private static func isStill<I: Equatable>(_ read: () -> I) -> Bool { read() == read() }

    private static func isRepeated<I: Equatable>(
      _ observer: UnsafeMutablePointer<task_observer>, _ read: () -> I
    ) -> Bool {
      observer.pointee.chance = 1
      let first = read()
      observer.pointee.chance = 1
      return first == read()
    }
  }
#endif
