// Handlers: where they run, in which order, and what happens to their errors.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import AsyncPromises
  import AsyncPromisesSwiftTesting
  import TestSupport
  import Testing

  @Suite("own code: handlers", .needsTracking, .timeLimit(.minutes(5)))
  struct HandlerExplorations {
    @Test("X1 B1 B3: handlers start in the order of registration, whenever the promise settles")
    func nonisolated() async throws {
      try await exploreOwnCode { scope in
        let (promise, resolver) = Promise<Int>.pending()
        let journal = Journal<Int>()
        async let settled: Void = resolver.fulfillLater()
        for number in 1...6 {
          promise.whenSettled { _ in journal.write(number) }
          if number.isMultiple(of: 2) { await Task.yield() }
        }
        await settled
        try await scope.settle(within: .seconds(1))
        #expect(journal.entries == Array(1...6))
      }
    }

    @Test("X1 B2 B3: on an actor, handlers start in the order of registration, too")
    func onActor() async throws {
      try await exploreOwnCode { scope in
        let room = Lobby()
        let (promise, resolver) = Promise<Int>.pending()
        async let settled: Void = resolver.fulfillLater()
        await room.listen(to: promise)
        await settled
        try await scope.settle(within: .seconds(1))
        #expect(await room.numbers == Array(1...6))
      }
    }

    @Test("X1 B2 B3: on the main actor, handlers start in the order of registration, too")
    @MainActor func onMainActor() async throws {
      try await exploreOwnCode { scope in
        try await Self.listenOnMainActor(in: scope)
      }
    }

    @MainActor private static func listenOnMainActor(in scope: PromiseScope) async throws {
      let (promise, resolver) = Promise<Int>.pending()
      let journal = Journal<Int>()
      let settling = Task.detached {
        await Task.yield()
        resolver.fulfill(1)
      }
      for number in 1...6 {
        promise.done { @MainActor _ in
          MainActor.assertIsolated()
          journal.write(number)
        }
        if number.isMultiple(of: 3) { await Task.yield() }
      }
      await settling.value
      try await scope.settle(within: .seconds(1))
      #expect(journal.entries == Array(1...6))
    }

    @Test("X1 B3: asynchronous handlers on one actor start in order, and overlap")
    func asynchronous() async throws {
      try await exploreOwnCode { scope in
        let room = Lobby()
        let (promise, resolver) = Promise<Int>.pending()
        async let settled: Void = resolver.fulfillLater()
        await room.work(with: promise)
        await settled
        try await scope.settle(within: .seconds(1))
        #expect(await room.numbers == Array(1...4))
        #expect(await room.ends.sorted() == Array(1...4))
      }
    }

    @Test("X1 B7 B8: an error skips handlers of values, and arrives unchanged")
    func errors() async throws {
      try await exploreOwnCode { scope in
        let journal = Journal<String>()
        let (promise, resolver) = Promise<Int>.pending()
        let chain = promise.map { number -> Int in
          throw WorkError(number: number)
        }.map { (number: Int) -> Int in
          journal.write("never")
          return number
        }.tap { _ in
          journal.write("tap")
        }.catch { error in
          journal.write("catch \((error as? WorkError)?.number ?? 0)")
        }.finally { @MainActor in
          journal.write("finally")
        }.recover { @MainActor error in
          journal.write("recover")
          return 5
        }
        async let settled: Void = {
          await Task.yield()
          resolver.fulfill(3)
        }()
        let value = try await chain.get()
        #expect(value == 5)
        await settled
        #expect(journal.entries == ["tap", "catch 3", "finally", "recover"])
      }
    }

    @Test("X1 B8 E1: a finally closure runs once, with or without a cancellation")
    func finally() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let (promise, resolver) = Promise<Int>.pending()
        let journal = Journal<Int>()
        let chain = promise.finally { journal.write(1) }.map { $0 + 1 }.finally { @MainActor in
          journal.write(2)
        }
        async let settled = resolver.fulfill(1)
        async let cancelled: Bool = chain.cancel()
        _ = await (settled, cancelled)
        _ = await chain.result
        // This has no effect: the promise is already settled.
        promise.cancel()
        try await scope.settle(within: .seconds(1))
        #expect(journal.entries.sorted() == [1, 2])
      }
    }

    @Test("X1 A7 B4: a loop of `then`s that is cancelled while it runs")
    func loop() async throws {
      try await exploreOwnCode { scope in
        let rounds = Journal<Int>()
        let gate = Promise<Void>.pending()
        @Sendable func loop(_ round: Int) -> Promise<Int> {
          rounds.write(round)
          if round == 20 { return .fulfilled(round) }
          return gate.promise.then { loop(round + 1) }
        }
        let end = loop(0)
        async let opened: Void = {
          await Task.yield()
          gate.resolver.fulfill()
        }()
        async let cancelled: Bool = end.cancel()
        _ = await (opened, cancelled)
        let outcome = await end.result
        try await scope.settle(within: .seconds(1))
        #expect(outcome.isSuccess == (rounds.entries.last == 20))
        #expect(rounds.entries == Array(0..<rounds.count))
      }
    }
  }

  private actor Lobby {
    private(set) var numbers: [Int] = []
    private(set) var ends: [Int] = []

    func listen(to promise: Promise<Int>) async {
      for number in 1...6 {
        promise.whenSettled { _ in
          self.assertIsolated()
          self.numbers.append(number)
        }
        if number.isMultiple(of: 2) { await Task.yield() }
      }
    }

    func work(with promise: Promise<Int>) async {
      for number in 1...4 {
        promise.map(.async) { _ in
          self.assertIsolated()
          self.numbers.append(number)
          await Task.yield()
          self.ends.append(number)
        }.ignoreErrors()
        if number.isMultiple(of: 2) { await Task.yield() }
      }
    }
  }
#endif
