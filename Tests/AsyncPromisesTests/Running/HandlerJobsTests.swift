// HandlerJobs.swift: handlers make others due, and their job lets others have a turn all the same.

#if DEBUG
  import Dispatch
  import TestSupport
  import Testing

  @testable import AsyncPromises

  @Suite("HandlerJobs", .timeLimit(.minutes(10)))
  struct HandlerJobsTests {
    /// More than one turn of a job.
    private let count = 3 * HandlerJobs.Job.turn

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("B4: a job whose handlers register others with their promise lets others have the thread")
    func registering() async throws {
      let chain = Refill(3 * HandlerJobs.Job.turn)
      #expect(try await chain.start().value < count)
      // None is lost, and none overtakes.
      try await chain.end.value
      #expect(chain.order == Array(0..<count))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("B4: so does one whose handlers waited together")
    func waiting() async throws {
      let thread = OneThread()
      let order = Journal<Int>()
      let (source, resolver) = Promise<Int>.pending()
      let (others, settle) = Promise<Int>.pending()
      let last = (0..<count).map { index in source.done { _ in order.write(index) } }.last
      source.whenSettled { _ in }
      Tasks.$executor.withValue(PreferredExecutor(thread)) {
        _ = resolver.fulfill(0)
        Task(executorPreference: thread, priority: .medium) { settle.fulfill(order.count) }
      }
      #expect(try await others.value < count)
      try await last?.value
      #expect(order.entries == Array(0..<count))
    }
  }

  /// A handler that registers the next one, with a promise that is settled, many times.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class Refill: Sendable {
    private let count: Int
    private let thread = OneThread()
    private let numbers = Journal<Int>()
    private let ends = Promise<Void>.pending()

    init(_ count: Int) {
      self.count = count
    }

    var end: Promise<Void> { ends.promise }
    var order: [Int] { numbers.entries }

    /// - Returns: how many of the handlers have run when another task has its turn.
    func start() -> Promise<Int> {
      let (others, resolver) = Promise<Int>.pending()
      Tasks.$executor.withValue(PreferredExecutor(thread)) {
        goOn(with: .fulfilled(0), 0) { [thread, numbers] in
          Task(executorPreference: thread, priority: .medium) { resolver.fulfill(numbers.count) }
        }
      }
      return others
    }

    private func goOn(
      with source: Promise<Int>, _ number: Int, first: (@Sendable () -> Void)? = nil
    ) {
      source.whenSettled { [self] _ in
        first?()
        numbers.write(number)
        if number + 1 < count { goOn(with: source, number + 1) } else { ends.resolver.fulfill() }
      }
    }
  }

  /// Runs its jobs one by one, in the order in which they come.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class OneThread: TaskExecutor {
    private let queue = DispatchQueue(label: "OneThread")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
#endif
