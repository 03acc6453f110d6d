// UnsettledPromises.swift and WaitGraph.swift: the report of a failed wait, line by line.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("Report of a scope", .needsTracking, .timeLimit(.minutes(10)))
struct ScopeReportTests {
  private func expect(
    _ scope: PromiseScope, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let report = Report(try await scope.lookedAt())
    #expect(report.lines == lines, sourceLocation: sourceLocation)
    #expect(Report(scope.dumpPending()) == report, sourceLocation: sourceLocation)
  }

  // MARK: What waits for what

  @Test("T3 H3: a pending promise is shown with its name and waits for its resolver")
  func pending() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = Lines()
      let (_, first) = Promise<Int>.pending(name: "token")
      let (_, second) = Promise<Int>.pending()
      try await expect(
        scope,
        [
          "#1 pending “token” at \(line[1]), … old: waits for its resolver",
          "#2 pending at \(line[2]), … old: waits for its resolver",
        ])
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test("T3 H3: a derived promise waits for its source and is listed under it")
  func derived() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = Lines()
      let (token, resolver) = Promise<Int>.pending(name: "token")
      let user = token.map { $0 + 1 }
      user.done { @MainActor _ in }
      user.catch { _ in }
      token.whenSettled { _ in }
      try await expect(
        scope,
        [
          "#1 pending “token” at \(line[1]), … old: waits for its resolver; needed by #2, #5",
          "  #2 map at \(line[2]), … old: waits for #1; needed by #3, #4",
          "    #3 done at \(line[3]), … old: waits for #2",
          "    #4 catch at \(line[4]), … old: waits for #2",
          "  #5 whenSettled at \(line[5]), … old: waits for #1",
        ])
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("T3 H3: a promise that follows another waits for it", arguments: [true, false])
  func following(keepsHandle: Bool) async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = Lines()
      let (inner, resolver) = Promise<Int>.pending(name: "inner")
      let outer = Journal<Promise<Int>>()
      do {
        let next = Promise.fulfilled(1).then { _ in inner }
        next.done { _ in }
        if keepsHandle { outer.write(next) }
      }
      // Wait until the handler has run.
      await ManualClock().advance(by: .zero)
      try await expect(
        scope,
        [
          "#1 pending “inner” at \(line[1]), … old: waits for its resolver; needed by #2",
          "  #2 then at \(line[4]), … old: waits for #1; needed by #3",
          "    #3 done at \(line[5]), … old: waits for #2",
        ])
      withExtendedLifetime((resolver, outer)) {}
    }
  }

  @Test("T3 H3: a promise whose resolver follows another waits for it")
  func follow() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = Lines()
      let (inner, resolver) = Promise<Int>.pending(name: "inner")
      let (outer, outerResolver) = Promise<Int>.pending(name: "outer")
      outerResolver.follow(inner)
      try await expect(
        scope,
        [
          "#1 pending “inner” at \(line[1]), … old: waits for its resolver; needed by #2",
          "  #2 pending “outer” at \(line[2]), … old: waits for #1",
        ])
      withExtendedLifetime((resolver, outer)) {}
    }
  }

  @Test("T3 H3: promises outside the scope are listed only if the scope waits for them")
  func outside() async throws {
    let line = Lines()
    let (server, resolver) = Promise<Int>.pending(name: "server")
    let token = server.map { $0 }
    let (other, otherResolver) = Promise<Int>.pending(name: "other")
    other.done { _ in }
    try await withPromiseScope(leftovers: .cancel) { scope in
      #expect(scope.dumpPending() == "Nothing is pending.")
      token.done { _ in }
      try await expect(
        scope,
        [
          "#1 pending “server” at \(line[1]), … old, from outside the scope: "
            + "waits for its resolver; needed by #2",
          "  #2 map at \(line[2]), … old, from outside the scope: waits for #1; needed by #3",
          "    #3 done at \(line[7]), … old: waits for #2",
        ])
    }
    resolver.fulfill(1)
    otherResolver.fulfill(1)
  }

  @Test("T3 H3: promises outside the scope don't displace those inside")
  func muchOutside() async throws {
    let outside = (0..<130).map { Promise<Int>.pending(name: "outside \($0)") }
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      _ = Promise.all(outside.map(\.promise))
      let (_, resolver) = Promise<Int>.pending(name: "inside")
      let report = Report(try await scope.lookedAt())
      #expect(report.lines.count == 100)
      #expect(report.lines[0].contains("pending “inside” at "))
      #expect(report.lines[1].contains("pending “outside 0” at "))
      #expect(report.lines[2].contains("  #131 all at "))
      #expect(report.lines.last == "… and 33 more")
      withExtendedLifetime(resolver) {}
    }
    for (_, resolver) in outside { resolver.fulfill(1) }
  }

  @Test("T3 H3: a group waits for its pending inputs and is listed under the first")
  func group() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = Lines()
      let (first, firstResolver) = Promise<Int>.pending(name: "first")
      let (second, secondResolver) = Promise<Int>.pending(name: "second")
      let all = Promise.all([first, .fulfilled(1), second])
      let race = Promise.race([second, first])
      let any = Promise.any([second])
      let settled = Promise.allSettled([first])
      let pair = Promise.all(first, second.map { "\($0)" })
      try await expect(
        scope,
        [
          "#1 pending “first” at \(line[1]), … old: waits for its resolver; "
            + "needed by #3, #4, #6, #8",
          "  #3 all at \(line[3]), … old: waits for #1, #2",
          "  #6 allSettled at \(line[6]), … old: waits for #1",
          "  #8 all at \(line[7]), … old: waits for #1, #7",
          "#2 pending “second” at \(line[2]), … old: waits for its resolver; "
            + "needed by #3, #4, #5, #7",
          "  #4 race at \(line[4]), … old: waits for #2, #1",
          "  #5 any at \(line[5]), … old: waits for #2",
          "  #7 map at \(line[7]), … old: waits for #2; needed by #8",
        ])
      withExtendedLifetime((firstResolver, secondResolver)) {}
      withExtendedLifetime((all, race, any, settled, pair)) {}
    }
  }

  @Test("T3 H3: a group no longer waits for a settled input")
  func groupInPart() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = Lines()
      let (first, firstResolver) = Promise<Int>.pending(name: "first")
      let (second, secondResolver) = Promise<Int>.pending(name: "second")
      let all = Promise.all([first, second])
      firstResolver.fulfill(1)
      try await expect(
        scope,
        [
          "#1 pending “second” at \(line[2]), … old: waits for its resolver; needed by #2",
          "  #2 all at \(line[3]), … old: waits for #1",
        ])
      withExtendedLifetime((all, secondResolver)) {}
    }
  }

  @Test("T3 H3: tasks that wait for a promise are counted")
  func tasks() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = Lines()
      let (promise, resolver) = Promise<Int>.pending(name: "token")
      let first = await startAwaiting(promise)
      try await expect(
        scope,
        ["#1 pending “token” at \(line[1]), … old: waits for its resolver; needed by 1 task"])
      let second = await startAwaiting(promise)
      promise.done { _ in }
      try await expect(
        scope,
        [
          "#1 pending “token” at \(line[1]), … old: waits for its resolver; "
            + "needed by #2, 2 tasks",
          "  #2 done at \(line[7]), … old: waits for #1",
        ])
      second.cancel()
      _ = await second.result
      resolver.fulfill(1)
      #expect(try await first.value == 1)
      try await scope.settle(within: long)
      #expect(scope.dumpPending() == "Nothing is pending.")
    }
  }

  // MARK: Many promises

  @Test("T3 H3: a report has at most a hundred lines; further promises are counted")
  func many() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = Lines()
      let resolvers = (0..<130).map { Promise<Int>.pending(name: "number \($0)").resolver }
      let report = Report(try await scope.lookedAt())
      #expect(report.lines.count == 100)
      #expect(report.lines.last == "… and 31 more")
      for (number, text) in report.lines.dropLast().enumerated() {
        #expect(
          text == "#\(number + 1) pending “number \(number)” at \(line[1]), … old: "
            + "waits for its resolver")
      }
      withExtendedLifetime(resolvers) {}
    }
  }

  @Test("T3 H3: only four of a promise's consumers are named; the others are counted")
  func manyConsumers() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let line = Lines()
      let (promise, resolver) = Promise<Int>.pending()
      for _ in 0..<7 { promise.done { _ in } }
      let report = Report(try await scope.lookedAt())
      #expect(
        report.lines.first == "#1 pending at \(line[1]), … old: waits for its resolver; "
          + "needed by #2, #3, #4, #5, 3 more")
      #expect(report.lines.count == 8)
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("T3 H3: a chain of any length is reported, with limited indentation")
  func longChain() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let (first, resolver) = Promise<Int>.pending()
      var last = first
      for _ in 0..<20_000 { last = last.map { $0 } }
      let report = Report(try await scope.lookedAt())
      #expect(report.lines.count == 100)
      #expect(report.lines.last == "… and 19902 more")
      #expect(report.lines.allSatisfy { $0.prefix { $0 == " " }.count <= 32 })
      resolver.fulfill(1)
      try await scope.settle(within: long)
    }
  }

  @Test("T3 H3: the age is the time since the promise was created")
  func age() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let start = ContinuousClock.now
      let (old, resolver) = Promise<Int>.pending()
      let limit = Duration.milliseconds(30)
      let first = Report.ages(in: try await scope.failureToSettle(within: limit).report)
      // The report rounds the age.
      let most = (ContinuousClock.now - start) / .seconds(1) * 1.01 + 0.01
      #expect(first.count == 1 && first.allSatisfy { $0 >= 0.03 && $0 <= most })
      old.done { _ in }
      let both = Report.ages(in: try await scope.failureToSettle().report)
      #expect(both.count == 2 && both[0] >= 0.03 && both[1] <= both[0])
      withExtendedLifetime(resolver) {}
    }
  }
}
