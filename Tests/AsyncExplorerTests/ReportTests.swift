// The report of a failure.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import AsyncPromisesTracking
  import CTaskHooks
  import TestSupport
  import Testing

  @testable import AsyncExplorer

  @Suite("Reports", .timeLimit(.minutes(5)))
  struct ReportTests {
    private struct Wrong: Error, Equatable { let text: String }

    private actor Loader {
      private(set) var count = 0

      func load(_ key: String) -> String {
        count += 1
        return key
      }
    }

    private actor Cache {
      private let loader: Loader
      private var images: [String: String] = [:]

      init(_ loader: Loader) { self.loader = loader }

      func image(for key: String) async -> String {
        if let image = images[key] { return image }
        let image = await loader.load(key)
        images[key] = image
        return image
      }
    }

    @Test("X4: the report names the user's functions, tasks and actors, in at most thirty lines")
    func names() async throws {
      let failure = await finding {
        try await explore {
          let loader = Loader()
          let cache = Cache(loader)
          let task = Task { _ = await cache.image(for: "x") }
          _ = await cache.image(for: "x")
          await task.value
          #expect(await loader.count == 1)
        }
      }
      let report = try #require(failure?.description)
      #expect(failure?.kind == .recordedIssue)
      #expect(report.contains("ReportTests.Cache.image(for:) on Cache"))
      #expect(report.contains("ReportTests.Cache.image(for:) calls into Loader"))
      #expect(
        report.contains("task 2 runs closure #1 in closure #1 in closure #1 in ReportTests.names()")
      )
      #expect(report.contains("Expectation failed"))
      #expect(report.contains("await loader.count == 1"))
      #expect(report.split(separator: "\n").count <= 30)
    }

    @Test("X4: the report names the promises whose handlers ran", .enabled(if: Tracking.isOn))
    func handlers() async throws {
      let line: UInt = #line + 5
      let failure = await finding {
        try await explore {
          let last = Locked(0)
          func load(_ number: Int) -> Promise<Int> { Promise { number } }
          let first = load(1).map { $0 * 2 }.done { number in last.withLock { $0 = number } }
          let second = load(3).done { number in last.withLock { $0 = number } }
          try await first.get()
          try await second.get()
          if last.withLock({ $0 }) != 3 { throw Wrong(text: "overwritten") }
        }
      }
      let report = try #require(failure?.description)
      let place = "at AsyncExplorerTests/ReportTests.swift"
      #expect(report.contains(": map \(place):\(line), done \(place):\(line)\n"))
      #expect(report.contains(": done \(place):\(line + 1)  — before task"))
      #expect(report.contains("runs handlers of promises, created by task"))
    }

    @Test("X4: a failing order is shortened, and its decisive steps are marked")
    func decisiveStep() async throws {
      let body = { @Sendable in
        let steps = Locked(0)
        let first = Task {
          for _ in 0..<5 { await Task.yield() }
          steps.withLock { $0 += 1 }
        }
        let second = Task {
          for _ in 0..<9 { await Task.yield() }
          if steps.withLock({ $0 }) == 0 { throw Wrong(text: "too early") }
        }
        await first.value
        try await second.value
      }
      let failure = await finding { try await explore(.pct()) { try await body() } }
      let replay = try #require(failure?.replay)
      let schedule = try #require(Schedule(text: replay))
      #expect((1...12).contains(schedule.deviations.count))
      #expect(failure?.description.contains("— before task 2") == true)
      for _ in 0..<10 {
        let again = await finding { try await explore(replay: replay) { try await body() } }
        #expect(again?.error as? Wrong == Wrong(text: "too early"))
      }
    }

    @Test("X4: if a replay passes because the body no longer has the order, explore says so")
    func harmlessReplay() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        try await explore(replay: "f2-1.1-9.3") { await Task.yield() }
        for replay in ["f2", "f2-0.1"] {
          try await explore(replay: replay) {
            await withTaskGroup(of: Void.self) { group in
              for _ in 0..<2 { group.addTask {} }
            }
          }
        }
      }
      let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(error.contains(#"no longer has the order "f2-1.1-9.3""#))
      #expect(error.split(separator: "\n").count == 1, "\(error)")
    }

    @Test("X4: a long run is reported in at most thirty lines")
    func longRun() async throws {
      let failure = await finding {
        try await explore(schedules: 10) {
          let loader = Loader()
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 { group.addTask { _ = await loader.load("\(number)") } }
          }
          throw Wrong(text: Array(repeating: "line", count: 100).joined(separator: "\n"))
        }
      }
      let lines = try #require(failure?.description).split(separator: "\n")
      #expect(lines.count <= 30)
      #expect(lines.contains { $0.hasPrefix("  … ") })
      #expect(lines.last?.hasPrefix("Replay: ") == true)
    }

    @Test("X4: the report says so if a failure doesn't depend on the order alone")
    func otherCauses() async throws {
      let runs = Locked(0)
      let failure = await finding {
        try await explore {
          let number = runs.withLock {
            $0 += 1
            return $0
          }
          await Task.yield()
          if number == 3 { throw Wrong(text: "third") }
        }
      }
      #expect(failure?.schedules == 3)
      #expect(failure?.replay == nil)
      #expect(failure?.description.contains("did not fail again") == true)
    }

    @Test("X5: a task that is never resumed is found immediately, with the tasks waiting for it")
    func hang() async throws {
      let failure = await finding {
        try await explore(longestWait: .zero) {
          let forgotten = Task {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          }
          await forgotten.value
        }
      }
      let report = try #require(failure?.description)
      #expect(failure?.kind == .hung)
      #expect(report.contains("task 1 waits for task 2 in closure #1 in closure #1 in Report"))
      #expect(report.contains("task 2 waits for a continuation in closure #1 in closure #1 in "))
    }

    @Test(
      "X4 X5: a report names the lines at which tasks begin, continue and wait",
      .enabled(if: symbolizer_start() >= 0, "needs llvm-symbolizer"))
    func lines() async throws {
      let line = #line
      let failure = await finding {
        try await explore(longestWait: .zero) {
          let task = Task {
            await Task.yield()
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          }
          await task.value
        }
      }
      let report = try #require(failure?.description)
      for (task, at) in ["task 2 runs": 3, "task 2: ": 4, "task 2 waits": 5, "task 1 waits": 7] {
        let end = " at ReportTests.swift:\(line + at)"
        #expect(
          report.split(separator: "\n").contains { $0.contains(task) && $0.contains(end) },
          "\(task)\(end)\n\(report)")
      }
    }

    @Test("X5: the children of `async let` and of groups are among the waiting tasks")
    func hangOfChildren() async throws {
      let failure = await finding {
        try await explore(longestWait: .zero) {
          @Sendable func waits() async {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          }
          async let child: Void = waits()
          async let ended = 1
          _ = await ended
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { await waits() } }
          }
          await child
        }
      }
      let waiting = try #require(failure?.description).split(separator: "\n").filter {
        $0.contains(" waits for ")
      }
      #expect(waiting.count == 4)
      #expect(waiting.count { $0.contains(" waits for its group in ") } == 1)
      #expect(waiting.count { $0.contains(" waits for a continuation in ") } == 3)
    }

    @Test("X5: waiting promises are reported by the wait graph", .needsTracking)
    func hangOfPromises() async throws {
      let kept = Locked<Resolver<Int>?>(nil)
      let failure = await finding {
        try await explore {
          let (promise, resolver) = Promise<Int>.pending()
          kept.withLock { $0 = resolver }
          _ = try await promise.map { $0 + 1 }.value
        }
      }
      let report = try #require(failure?.description)
      #expect(report.contains("Promises"))
      #expect(report.contains("waits for its resolver"))
      #expect(report.contains("ReportTests.swift:"))
    }

    @Test("X5: a body that runs forever is reported as endless")
    func endless() async throws {
      let failure = await finding {
        try await explore(schedules: 1) { while !Task.isCancelled { await Task.yield() } }
      }
      #expect(failure?.kind == .endless)
    }

    @Test(
      "X4: names are written as in the source",
      arguments: [
        (
          "(2) suspend resume partial function for App.Cache.image(for: Swift.String, _: Swift.Int)"
            + " async throws -> Swift.String", "Cache.image(for:_:)", "App"
        ),
        (
          "(1) await resume partial function for partial apply forwarder for closure #1 @Sendable "
            + "() async -> () in closure #2 (Swift.Int) -> () in App.run() -> ()",
          "closure #1 in closure #2 in run()", "App"
        ),
        (
          "(1) suspend resume partial function for static App.Cache.(load in _0A1B)(Swift.Int) "
            + "async -> ()", "Cache.load(_:)", "App"
        ),
        (
          "(1) suspend resume partial function for (extension in App):Swift.Array.each<A where A: "
            + "Swift.Sendable>((A) async -> ()) async -> ()", "Array.each(_:)", "Swift"
        ),
        (
          "App.Cache.each(_: (Swift.Int) async -> (), label: Swift.Int) async -> ()",
          "Cache.each(_:label:)", "App"
        ),
        (
          "(1) suspend resume partial function for closure #1 @Sendable () async throws -> () in "
            + "closure #2 () async throws -> () in App",
          "closure #1 in closure #2 in top-level code", "App"
        ),
        ("reabstraction thunk helper from @escaping () -> ()", "", ""),
      ])
    func codeNames(_ demangled: String, _ text: String, _ module: String) {
      let name = CodeName(demangled: demangled)
      if !text.isEmpty { #expect(name.text == text) }
      #expect(name.module == module)
      #expect(name.isOfBody == (module == "App"))
    }
  }
#endif
