// Job.swift: handlers make others due, but their jobs still let other tasks run.

#if DEBUG
  import Foundation
  import TestSupport
  import Testing

  @testable import AsyncPromises

  @Suite("Jobs", .timeLimit(.minutes(10)))
  struct JobTests {
    /// More handlers than run in one turn of a job.
    private let count = 3 * Turn.limit

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("B10: a job whose handlers register others with their promise gives way to other tasks")
    func registering() async throws {
      let chain = Refill(3 * Turn.limit)
      #expect(try await chain.start().value < count)
      // No handler is lost, and none overtakes another.
      try await chain.end.value
      #expect(chain.order == Array(0..<count))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("B10: a job whose handlers became due together gives way too")
    func waiting() async throws {
      let thread = OneThread()
      let order = Journal<Int>()
      let (source, resolver) = Promise<Int>.pending()
      let (others, settle) = Promise<Int>.pending()
      let last = (0..<count).map { index in source.done { _ in order.write(index) } }.last
      source.whenSettled { _ in }
      // On the thread itself, so that no handler runs before both jobs are waiting.
      Task(executorPreference: thread, priority: .medium) {
        Tasks.$executor.withValue(PreferredExecutor(thread)) { _ = resolver.fulfill(0) }
        Task(executorPreference: thread, priority: .medium) { settle.fulfill(order.count) }
      }
      #expect(try await others.value < count)
      try await last?.value
      #expect(order.entries == Array(0..<count))
    }

    @Test("B10: a turn lasts 256 handlers, or about a millisecond")
    func turns() {
      var (turn, count) = (Turn(isTimed: false), 0)
      while turn.goesOn() { count += 1 }
      #expect(count == 256)
      (turn, count) = (Turn(isTimed: true), 0)
      while turn.goesOn() {
        count += 1
        Thread.sleep(forTimeInterval: 0.002)
      }
      // The first handler isn't timed.
      #expect(count == 2)
    }
  }

  /// A handler that registers the next one with a settled promise, many times.
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

    /// - Returns: how many handlers have run when another task gets its turn.
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
#endif
