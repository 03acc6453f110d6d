// The connection between the library and the explorer: atomic accesses and jobs.

#if DEBUG
  import Foundation
  @testable import AsyncPromises

  /// Receives the jobs of a schedule.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  final class JobExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      guard let current = LogicalThread.current else {
        fatalError("A job of a scenario was enqueued by a thread outside the explorer.")
      }
      current.add { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  extension PreferredExecutor {
    /// Creates an executor for the explorer.
    static func exploring() -> PreferredExecutor {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
        fatalError("Exploring needs a system with task executors, such as macOS 15.")
      }
      return PreferredExecutor(JobExecutor())
    }

    /// Starts a task on this executor.
    func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
        return Task(operation: body)
      }
      return Task(executorPreference: taskExecutor, operation: body)
    }
  }

  /// The hooks that are installed in `StateWord` while an exploration is running.
  final class Seam: StateWord.Explorer, @unchecked Sendable {
    private static let shared = Seam()
    private static let lock = NSLock()
    nonisolated(unsafe) private static var explorers = 0

    static func whileInstalled<R>(_ body: () -> R) -> R {
      change(by: 1)
      defer { change(by: -1) }
      return body()
    }

    private static func change(by amount: Int) {
      lock.withLock {
        // Creates the words of the whole process before any schedule creates its own.
        _ = PausedJob.append(DueHandlers(), on: FirstActor())
        explorers += amount
        StateWord.explore(with: explorers > 0 ? shared : nil)
      }
    }

    override func willAccess(
      _ number: Int, _ word: UnsafePointer<UInt64>, _ access: StateWord.Access
    ) {
      LogicalThread.current?.willAccess(Pending(number: number, word: word, access: access))
    }

    /// Words that aren't explored have the number zero.
    override func wordBegins() -> Int {
      LogicalThread.current?.wordBegins() ?? 0
    }

    override func wordEnds() {
      LogicalThread.current?.wordEnds()
    }
  }

  /// An actor without jobs.
  private actor FirstActor {}
#endif
