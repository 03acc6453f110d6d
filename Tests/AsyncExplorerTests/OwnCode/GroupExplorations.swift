// Groups of promises whose members settle in any order.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import AsyncPromises
  import AsyncPromisesSwiftTesting
  import TestSupport
  import Testing

  @Suite("own code: groups", .needsTracking, .timeLimit(.minutes(5)))
  struct GroupExplorations {
    /// Promises that settle in the order that the exploration chooses, the first ones rejected.
    private static func members(
      _ count: Int, rejected: Int = 0, _ settled: Journal<Int> = Journal()
    ) -> [Promise<Int>] {
      (0..<count).map { number in
        Promise {
          await Task.yield()
          settled.write(number)
          if number < rejected { throw WorkError(number: number) }
          return number
        }
      }
    }

    @Test("X1 F: `all` returns the values in the order of the inputs")
    func all() async throws {
      try await exploreOwnCode { _ in
        let values = try await Promise.all(Self.members(4)).get()
        #expect(values == [0, 1, 2, 3])
      }
    }

    @Test("X1 F: all is rejected with the error that occurs first")
    func allRejected() async throws {
      try await exploreOwnCode { scope in
        let settled = Journal<Int>()
        let outcome = await Promise.all(Self.members(4, rejected: 2, settled)).result
        try await scope.settle(within: .seconds(1))
        let first = settled.entries.first { $0 < 2 }
        #expect(outcome.error(as: WorkError.self)?.number == first)
      }
    }

    @Test("X1 F F1: tuples of values and of outcomes")
    func tuples() async throws {
      try await exploreOwnCode { _ in
        let members = Self.members(3, rejected: 1)
        let (first, second, third) = try await Promise.allSettled(
          members[0], members[1].map { "\($0)" }, members[2]
        ).get()
        #expect(first.error(as: WorkError.self) == WorkError())
        #expect((try? second.get()) == "1" && (try? third.get()) == 2)
        let pair = try await Promise.all(members[2], members[1].map { "\($0)" }).get()
        #expect(pair == (2, "1"))
      }
    }

    @Test("X1 F: `allSettled` returns all outcomes")
    func allSettled() async throws {
      try await exploreOwnCode { _ in
        let outcomes = try await Promise.allSettled(Self.members(4, rejected: 2)).get()
        #expect(outcomes.map(\.isSuccess) == [false, false, true, true])
      }
    }

    @Test("X1 F: `any` returns the first value, whatever is rejected before it")
    func any() async throws {
      try await exploreOwnCode { scope in
        let settled = Journal<Int>()
        let value = try await Promise.any(Self.members(5, rejected: 2, settled)).get()
        try await scope.settle(within: .seconds(1))
        #expect(value == settled.entries.first { $0 >= 2 })
      }
    }

    @Test("X1 F: noneFulfilled has all errors, in the order of the inputs")
    func noneFulfilled() async throws {
      try await exploreOwnCode { _ in
        let outcome = await Promise.any(Self.members(3, rejected: 3)).result
        var numbers: [Int?] = []
        if case .noneFulfilled(let errors)? = outcome.error(as: PromiseError.self) {
          numbers = errors.map { ($0 as? WorkError)?.number }
        }
        #expect(numbers == [0, 1, 2])
      }
    }

    @Test("X1 F E4: the first input to settle decides a race, and the others keep running")
    func race() async throws {
      try await exploreOwnCode { scope in
        let settled = Journal<Int>()
        let members = Self.members(4, rejected: 2, settled)
        let outcome = await Promise.race(members).result
        try await scope.settle(within: .seconds(1))
        let first = settled.entries.first ?? -1
        #expect((try? outcome.get()) == (first < 2 ? nil : first))
        #expect(settled.count == 4)
        for (number, member) in members.enumerated() {
          #expect(await member.result.isSuccess == (number >= 2))
        }
      }
    }

    @Test("X1 E4: with remaining: .cancel, only losers are cancelled")
    func losers() async throws {
      try await exploreOwnCode { scope in
        let ended = Journal<Int>()
        let members = (0..<3).map { number in
          Promise {
            for _ in 0...number { await Task.yield() }
            try Task.checkCancellation()
            ended.write(number)
            return number
          }
        }
        let value = try await Promise.race(members, remaining: .cancel).get()
        try await scope.settle(within: .seconds(1))
        for (number, member) in members.enumerated() {
          let outcome = await member.result
          #expect(number == value ? outcome.isSuccess : outcome.isCancelled || outcome.isSuccess)
        }
        #expect(ended.entries.contains(value))
      }
    }

    @Test("X1 E2: a cancelled group leaves its inputs; those with other consumers continue")
    func cancelledGroup() async throws {
      try await exploreOwnCode(reports: .ignore) { scope in
        let kept = Promise { try await Task.sleep(for: .seconds(1)) }
        let left = Promise { try await Task.sleep(for: .seconds(1)) }
        async let end = kept.result
        kept.whenSettled { _ in }
        let group = Promise.all([kept, left])
        async let cancelled: Bool = group.cancel()
        let outcome = await group.result
        #expect(outcome.isCancelled)
        #expect(await cancelled)
        #expect(await end.isSuccess)
        #expect(await left.result.isAbandoned)
        try await scope.settle(within: .seconds(5))
      }
    }

    @Test("X1 F2: `map` never exceeds its concurrency limit, and keeps the order of values")
    func map() async throws {
      try await exploreOwnCode { _ in
        let (running, started) = (Locked(0), Journal<Int>())
        let values = try await Promise.map(0..<6, concurrency: 2) { number in
          started.write(number)
          let count = running.withLock { count in
            count += 1
            return count
          }
          #expect(count <= 2)
          await Task.yield()
          running.withLock { $0 -= 1 }
          return number * 10
        }.get()
        #expect(values == [0, 10, 20, 30, 40, 50])
        #expect(started.entries.sorted() == Array(0..<6))
      }
    }

    @Test("X1 F2: the first failure rejects `map` and cancels running items; no more items start")
    func failingMap() async throws {
      try await exploreOwnCode { scope in
        let (started, failed) = (Journal<Int>(), Journal<Int>())
        let outcome = await Promise.map(0..<8, concurrency: 3) { number in
          if !failed.entries.isEmpty { await Task.yield() }
          started.write(number)
          await Task.yield()
          if number == 1 || number == 2 {
            failed.write(number)
            throw WorkError(number: number)
          }
          try await Task.sleep(for: .seconds(1))
          return number
        }.result
        #expect(outcome.error(as: WorkError.self).map { [1, 2].contains($0.number) } == true)
        let count = started.count
        try await scope.settle(within: .seconds(5))
        #expect(started.count == count || started.count <= 3)
      }
    }

    @Test("X1 D4 F3: outcomes arrive as they settle, once each; leaving the loop stops nothing")
    func inCompletionOrder() async throws {
      try await exploreOwnCode { scope in
        let settled = Journal<Int>()
        let members = Self.members(4, rejected: 2, settled)
        var seen: [Int] = []
        for await (index, result) in Promise.inCompletionOrder(members) {
          #expect(result.isSuccess == (index >= 2))
          seen.append(index)
          if seen.count == 3 { break }
        }
        try await scope.settle(within: .seconds(1))
        #expect(seen == Array(settled.entries.prefix(3)))
      }
    }
  }
#endif
