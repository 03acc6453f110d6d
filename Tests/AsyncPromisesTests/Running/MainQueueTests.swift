// MainQueue.swift: handlers of the main actor run in blocks, unless something depends on tasks.

#if canImport(Dispatch)
  import Dispatch
  import TestSupport
  import Testing

  @testable import AsyncPromises

  @Suite("Blocks of the main queue", .timeLimit(.minutes(10)))
  struct MainQueueTests {
    @Test("B2 B3: they run on the main actor, in their order, among handlers that start tasks")
    func order() async {
      let (promise, resolver) = untracked { Promise<Int>.pending() }
      let log = Journal<Int>()
      let count = 1_000
      var ends: [Promise<Void>] = []
      for number in 0..<count {
        untracked {
          if number.isMultiple(of: 7) {
            ends.append(
              promise.map(.async) { @MainActor _ in
                log.write(number)
                await Task.yield()
              })
          } else {
            ends.append(
              promise.map { @MainActor _ in
                MainActor.assertIsolated()
                log.write(number)
              })
          }
        }
      }
      DispatchQueue.global().async { resolver.fulfill(1) }
      for end in ends { _ = await end.result }
      #expect(log.entries.sorted() == Array(0..<count))
      if System.hasImmediateTasks { #expect(log.entries == Array(0..<count)) }
    }

    @Test("B2 B9: they run outside of tasks if no tool orders tasks")
    func blocks() async {
      await #expect(processExitsWith: .success) { @Sendable in
        let (promise, resolver) = untracked { Promise<Int>.pending() }
        let isInBlock = untracked {
          promise.map { @MainActor _ in withUnsafeCurrentTask { $0 == nil } }
        }
        DispatchQueue.global().async { resolver.fulfill(1) }
        let answer = try await isInBlock.value
        #expect(answer)
      }
    }

    @Test("B10: what waits for the main queue has its turn after 256 handlers at most")
    func turns() async {
      let (promise, resolver) = untracked { Promise<Int>.pending() }
      let log = Journal<Int>()
      let ends = (0..<1_000).map { number in
        untracked {
          promise.map { @MainActor _ in
            if number == 0 { DispatchQueue.main.async { log.write(-1) } }
            log.write(number)
          }
        }
      }
      DispatchQueue.global().async { resolver.fulfill(1) }
      for end in ends { _ = await end.result }
      #expect(log.entries.filter { $0 >= 0 } == Array(0..<1_000))
      #expect((log.entries.firstIndex(of: -1) ?? .max) <= Turn.limit)
    }

    @Test("B3: a handler that comes while a block gives way stays behind those that are left")
    func lateHandlers() async {
      let (promise, resolver) = untracked { Promise<Int>.pending() }
      let log = Journal<Int>()
      let (late, lateResolver) = Promise<Void>.pending()
      for number in 0..<1_000 {
        untracked {
          promise.done { @MainActor _ in
            log.write(number)
            guard number == 0 else { return }
            DispatchQueue.main.async {
              untracked { promise.done { @MainActor _ in log.write(1_000) } }
                .done { _ in lateResolver.fulfill() }
            }
          }
        }
      }
      DispatchQueue.global().async { resolver.fulfill(1) }
      _ = await late.result
      #expect(log.entries == Array(0...1_000))
    }

    @Test("B9: they see no task-local of the code that settles")
    func locals() async throws {
      let (promise, resolver) = untracked { Promise<Int>.pending() }
      let seen = untracked {
        promise.map { @MainActor _ in Caller.name }
      }
      await Caller.$name.withValue("settler") {
        _ = await Task { resolver.fulfill(1) }.value
      }
      #expect(try await seen.value == "default")
    }
  }

  private enum Caller {
    @TaskLocal static var name = "default"
  }
#endif
