// WaitGraph.swift: which promises are pending, and what they wait for.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite(
  "WaitGraph", .enabled(if: Tracking.isOn, "Reports need tracking."), .timeLimit(.minutes(10)))
struct WaitGraphTests {
  /// How many reports to make while other tasks make changes. Each one covers everything that the
  /// process tracks.
  private let looks = isStressRun ? 50 : 10

  /// The lines of a report.
  private func lines(_ report: String) -> [Substring] {
    report.split(separator: "\n")
  }

  /// Calls `body` in a scope that cancels its pending promises at the end.
  private func inScope(_ body: (PromiseScope) async throws -> Void) async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore, body)
  }

  @Test("H3: if nothing is pending, the report says so")
  func nothing() async throws {
    try await inScope { scope async throws in
      #expect(scope.dumpPending() == "Nothing is pending.")
      let (promise, resolver) = Promise<Int>.pending()
      resolver.fulfill(1)
      #expect(promise.resultIfSettled != nil)
      #expect(scope.dumpPending() == "Nothing is pending.")
    }
  }

  @Test("H3: a line contains the name, the place and what the promise waits for")
  func obstacles() async throws {
    try await inScope { scope async throws in
      let (token, resolver) = Promise<Int>.pending(name: "token", fileID: "A.swift", line: 1)
      let operation = Promise(name: "work", fileID: "A.swift", line: 2) { try await token.value }
      let time = Promise.delay(for: .seconds(7200), fileID: "A.swift", line: 3)
      let report = lines(scope.dumpPending())
      #expect(report.count == 3)
      let expected = [
        (" pending “token” at A.swift:1, ", ": waits for its resolver"),
        (" async “work” at A.swift:2, ", ": waits for its operation"),
        (" delay at A.swift:3, ", ": waits for its timer"),
      ]
      for (line, (place, state)) in zip(report, expected) {
        #expect(line.contains(place) && line.contains(" old") && line.contains(state))
      }
      withExtendedLifetime((resolver, operation, time)) {}
    }
  }

  @Test("H3: waiting tasks are counted until they leave")
  func waiters() async throws {
    try await inScope { scope async throws in
      let (promise, resolver) = Promise<Int>.pending()
      let first = await startWaiting(for: promise)
      #expect(scope.dumpPending().hasSuffix("; needed by 1 task"))
      let second = await startWaiting(for: promise)
      #expect(scope.dumpPending().hasSuffix("; needed by 2 tasks"))
      first.cancel()
      _ = await first.result
      #expect(scope.dumpPending().hasSuffix("; needed by 1 task"))
      resolver.fulfill(1)
      #expect(try await second.value == 1)
      #expect(scope.dumpPending() == "Nothing is pending.")
    }
  }

  @Test(
    "H3: in a graph with several paths, each promise is listed once, below one that it waits for")
  func diamond() async throws {
    try await inScope { scope async throws in
      let (top, resolver) = Promise<Int>.pending(fileID: "D.swift", line: 1)
      let left = top.map(fileID: "D.swift", line: 2) { $0 }
      let right = top.map(fileID: "D.swift", line: 3) { $0 }
      let both = Promise.all(left, right, fileID: "D.swift", line: 4)
      let all = Promise.all([left, right, top], fileID: "D.swift", line: 5)
      let end = both.done(fileID: "D.swift", line: 6) { _ in }
      let report = lines(scope.dumpPending())
      #expect(report.count == 6)
      for line in 1...6 {
        #expect(report.count { $0.contains(" at D.swift:\(line), ") } == 1)
      }
      #expect(report.first?.hasPrefix("#") == true)
      #expect(report.dropFirst().allSatisfy { $0.hasPrefix("  ") })
      withExtendedLifetime((resolver, all, end)) {}
    }
  }

  @Test("H3: every promise that another one waits for has a line, and the two lines match")
  func references() async throws {
    try await inScope { scope async throws in
      let (top, resolver) = Promise<Int>.pending(fileID: "R.swift", line: 1)
      let derived = top.map(fileID: "R.swift", line: 2) { $0 }
      let group = Promise.all(derived, top, fileID: "R.swift", line: 3)
      let report = lines(scope.dumpPending())
      func number(_ line: Int) -> Substring {
        let found = report.first { $0.contains(" at R.swift:\(line), ") } ?? ""
        return found.drop { $0 == " " }.prefix { $0 != " " }
      }
      func tells(_ line: Int, _ words: String) -> Bool {
        report.contains { $0.contains(" at R.swift:\(line), ") && $0.contains(words) }
      }
      #expect(tells(1, "needed by \(number(2)), \(number(3))"))
      #expect(tells(2, "waits for \(number(1)); needed by \(number(3))"))
      #expect(tells(3, "waits for \(number(2)), \(number(1))"))
      withExtendedLifetime((resolver, group)) {}
    }
  }

  @Test("H3 A3: a promise that follows another one waits for it")
  func follower() async throws {
    try await inScope { scope async throws in
      let (inner, innerResolver) = Promise<Int>.pending(fileID: "F.swift", line: 1)
      let (outer, resolver) = Promise<Int>.pending(fileID: "F.swift", line: 2)
      resolver.follow(inner)
      let report = lines(scope.dumpPending())
      #expect(report.count == 2)
      #expect(report.first?.contains(" at F.swift:1, ") == true)
      #expect(report.last?.contains(" at F.swift:2, ") == true)
      #expect(report.last?.contains(": waits for #") == true)
      innerResolver.fulfill(1)
      #expect(try await outer.value == 1)
      #expect(scope.dumpPending() == "Nothing is pending.")
    }
  }

  @Test("H3: a promise says that it waits for an untracked one")
  func untracked() async throws {
    try await inScope { scope async throws in
      let (promise, resolver) = TrackingContext.$current.withValue(.outside(.process)) {
        Promise<Int>.pending()
      }
      let derived = promise.map { $0 }
      #expect(scope.dumpPending().hasSuffix(": waits for an untracked promise"))
      withExtendedLifetime((resolver, derived)) {}
    }
  }

  // MARK: Many

  @Test("H3: for 10,000 links, a hundred lines are printed, on a stack of 512 KiB")
  func longChain() async throws {
    try await inScope { scope async throws in
      let (first, resolver) = Promise<Int>.pending(fileID: "L.swift", line: 1)
      var last = first
      for _ in 0..<10_000 { last = last.map { $0 } }
      let report = await Task { @SmallStack in scope.dumpPending() }.value
      #expect(lines(report).count == 100)
      #expect(lines(report).first?.contains(" at L.swift:1, ") == true)
      #expect(lines(report).last == "… and 9902 more")
      #expect(report.utf8.count < 20_000)
      withExtendedLifetime((resolver, last)) {}
    }
  }

  @Test("H3: a hundred promises are all printed; with one more, the last two are counted")
  func limit() async throws {
    try await inScope { scope async throws in
      let (promises, resolvers) = pendingPromises(100)
      #expect(lines(scope.dumpPending()).count == 100)
      #expect(!scope.dumpPending().contains("…"))
      let (another, anotherResolver) = Promise<Int>.pending()
      #expect(lines(scope.dumpPending()).count == 100)
      #expect(scope.dumpPending().hasSuffix("\n… and 2 more"))
      withExtendedLifetime((promises, resolvers, another, anotherResolver)) {}
    }
  }

  @Test("H3: the line of a promise with 10,000 consumers is short")
  func star() async throws {
    try await inScope { scope async throws in
      let (promise, resolver) = Promise<Int>.pending()
      let consumers = (0..<10_000).map { _ in promise.map { $0 } }
      let report = lines(scope.dumpPending())
      #expect(report.count == 100)
      #expect(report.first?.hasSuffix(", 9996 more") == true)
      withExtendedLifetime((resolver, consumers)) {}
    }
  }

  @Test("H3: a report made while promises settle lists none that were already settled")
  func concurrentSettling() async throws {
    try await inScope { scope async throws in
      let settled = Journal<Int>()
      async let settling: Void = {
        for index in 0..<200 {
          let (promise, resolver) = Promise<Int>.pending(name: "\(index)")
          let derived = promise.map { $0 }
          resolver.fulfill(index)
          settled.write(index)
          withExtendedLifetime(derived) {}
        }
      }()
      async let looking: [Int] = {
        var early: [Int] = []
        for _ in 0..<looks {
          let before = settled.count
          let report = scope.dumpPending()
          let names = report.matches(of: /“(\d+)”/).compactMap { Int($0.1) }
          early += names.filter { $0 < before }
        }
        return early
      }()
      await settling
      #expect(await looking.isEmpty)
      try await scope.settle()
      #expect(scope.dumpPending() == "Nothing is pending.")
    }
  }

  @Test("H3: a report can be made while another task chains, binds and cancels promises")
  func concurrentChanges() async throws {
    try await inScope { scope async throws in
      async let changes: Void = {
        for index in 0..<100 {
          let (inner, innerResolver) = Promise<Int>.pending()
          let (outer, resolver) = Promise<Int>.pending()
          let group = Promise.any(outer.map { $0 }, inner.finally {})
          resolver.follow(inner)
          if index.isMultiple(of: 2) { group.cancel() } else { innerResolver.fulfill(1) }
          _ = await group.result
          withExtendedLifetime(innerResolver) {}
        }
      }()
      async let reports: Int = {
        (0..<looks).count { _ in !scope.dumpPending().isEmpty }
      }()
      await changes
      #expect(await reports == looks)
    }
  }
}
