// B5: no user code runs while the thread holds a list, a mailbox or a timer, however a promise is
// created and however it ends.

#if DEBUG
  import AsyncPromises
  import AsyncPromisesTesting
  import TestSupport
  import Testing

  @Suite("Foreign code", .timeLimit(.minutes(10)))
  struct ForeignCodeTests {
    @Test("B5 B6 G2: no user code runs at the wrong time", arguments: ForeignUse.all)
    func everywhere(use: ForeignUse) async throws {
      let intrusions = try await use.intrusions()
      #expect(intrusions == [])
    }

    @Test("G2: a value that is freed when its timer fires doesn't delay other timers")
    func blockedTimer() async throws {
      let code = ForeignCode()
      for _ in 0..<10 {
        let due = ContinuousClock.now.advanced(by: .milliseconds(2))
        let delays = (0..<10).map { _ in
          Promise.fulfilled(code.object()).delay(by: due - .now)
        }
        // Only some delays are awaited: the others' values may be released with their timers.
        for index in [1, 4, 9] { _ = try await delays[index].value }
      }
      #expect(try await code.intrusions() == [])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("B5 C3: a task is resumed while nothing is held", arguments: [false, true])
    func resumption(isRejected: Bool) async throws {
      let code = ForeignCode()
      let executor = WatchfulExecutor(code)
      let (promise, resolver) = Promise<Int>.pending()
      let (waits, waiting) = Promise<Void>.pending()
      let task = Task(executorPreference: executor) {
        waiting.fulfill()
        return await promise.map { $0 }.result
      }
      try await waits.value
      if isRejected { resolver.reject(TestError.first) } else { resolver.fulfill(1) }
      _ = await task.value
      #expect(try await code.intrusions() == [])
      #expect(code.runs > 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("B5 C3 G2: a timer resumes a task while nothing is held")
    func resumptionByTimer() async throws {
      let code = ForeignCode()
      let executor = WatchfulExecutor(code)
      await Task(executorPreference: executor) {
        _ = await Promise.delay(for: .milliseconds(1)).result
        let (pending, resolver) = Promise<Int>.pending()
        _ = await pending.timeout(after: .milliseconds(1)).result
        withExtendedLifetime(resolver) {}
      }.value
      #expect(try await code.intrusions() == [])
      #expect(code.runs > 2)
    }
  }

  /// An executor whose `enqueue` is user code.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class WatchfulExecutor: TaskExecutor {
    private let code: ForeignCode

    init(_ code: ForeignCode) { self.code = code }

    func enqueue(_ job: consuming ExecutorJob) {
      code.runs("an executor")
      let job = UnownedJob(job)
      Task { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
#endif
