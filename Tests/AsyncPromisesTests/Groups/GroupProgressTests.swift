// GroupProgress.swift: groups that count.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("progress of groups", .inScope, .timeLimit(.minutes(10)))
struct GroupProgressTests {
  @Test("F: all counts up as its inputs are fulfilled, on the actor, before it is fulfilled itself")
  @MainActor func all() async throws {
    let inputs = (0..<10).map { _ in Promise<Int>.pending() }
    var counts: [Int] = []
    let all = Promise.all(inputs.map(\.promise), progress: { counts.append($0) })
    for (index, input) in inputs.enumerated().reversed() { input.resolver.fulfill(index) }
    #expect(try await all.value == Array(0..<10))
    #expect(counts == Array(1...10))
  }

  @Test("F: a rejection decides; what comes later is not counted, and goes on")
  func rejection() async throws {
    let inputs = (0..<3).map { _ in Promise<Int>.pending() }
    let counts = Journal<Int>()
    let all = Promise.all(inputs.map(\.promise), progress: { counts.write($0) })
    inputs[1].resolver.reject(TestError.first)
    await #expect(throws: TestError.first) { try await all.value }
    inputs[0].resolver.fulfill(0)
    #expect(try await inputs[0].promise.map { $0 }.value == 0)
    #expect(inputs[2].promise.resultIfSettled == nil)
    #expect(counts.count == 0)
    withExtendedLifetime(inputs) {}
  }

  @Test("F: allSettled counts rejections, too")
  func allSettled() async throws {
    let inputs = (0..<3).map { _ in Promise<Int>.pending() }
    let counts = Journal<Int>()
    let all = Promise.allSettled(inputs.map(\.promise), progress: { counts.write($0) })
    inputs[0].resolver.fulfill(0)
    inputs[1].resolver.reject(TestError.first)
    inputs[2].promise.cancel()
    let outcomes = try await all.value
    #expect(outcomes.map { Outcome($0) } == [.fulfilled(0), .rejected(.first), .cancelled])
    #expect(counts.entries == [1, 2, 3])
    withExtendedLifetime(inputs) {}
  }

  @Test("F: without inputs, fulfilled with nothing, and nothing is counted")
  func empty() async throws {
    let counts = Journal<Int>()
    let none: [Promise<Int>] = []
    #expect(try await Promise.all(none, progress: { counts.write($0) }).get() == [])
    #expect(try await Promise.allSettled(none, progress: { counts.write($0) }).get().isEmpty)
    #expect(counts.count == 0)
  }

  @Test("E2: cancelled, both leave their inputs")
  func cancelled() {
    for isAll in [true, false] {
      let (work, resolver) = pendingWork()
      let (wanted, wantedResolver) = Promise<Int>.pending()
      let other = wanted.map { $0 }
      let group =
        isAll
        ? Promise.all([work, wanted], progress: { _ in }).map { _ in }
        : Promise.allSettled([work, wanted], progress: { _ in }).map { _ in }
      #expect(group.cancel())
      #expect(work.isAbandoned)
      #expect(wanted.resultIfSettled == nil)
      other.cancel()
      withExtendedLifetime((resolver, wantedResolver)) {}
    }
  }

  @Test("E4: the remaining inputs are cancelled where that is asked for")
  func remaining() async {
    let (first, resolver) = Promise<Int>.pending()
    let (second, secondResolver) = Promise<Int>.pending()
    let wanted = second.map { $0 }
    let all = Promise.all([first, second], remaining: .cancel, progress: { _ in })
    resolver.reject(TestError.first)
    await #expect(throws: TestError.first) { try await all.value }
    #expect(await wanted.settledOutcome == .cancelled)
    withExtendedLifetime(secondResolver) {}
  }

  @Test("B6: the closure is released with the group")
  func lifetime() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (all, freed) = tracking { object in
      Promise.all([source], progress: { _ in object.use() })
    }
    resolver.fulfill(1)
    #expect(try await all.value == [1])
    try await freed.value
  }
}
