// Trampoline.swift: where handlers run, in which order and in how many jobs.

import AsyncPromises
import TestSupport
import Testing

@Suite("Trampoline", .timeLimit(.minutes(10)))
struct TrampolineTests {
  @Test("B4 B10: nonisolated handlers of a chain run in a few jobs")
  func oneJob() async throws {
    let jobs = Journal<Int>()
    let (first, resolver) = Promise<Int>.pending()
    var last = first
    for _ in 0..<10_000 {
      last = last.map { value in
        withUnsafeCurrentTask { jobs.write($0.hashValue) }
        return value + 1
      }
    }
    resolver.fulfill(0)
    #expect(try await last.value == 10_000)
    #expect(jobs.count == 10_000)
    #expect(Set(jobs.entries).count < 1_000)
  }

  @Test("B4 B10: nonisolated handlers of one promise run in a few jobs, one after the other")
  func oneJobForOnePromise() async throws {
    let jobs = Journal<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    let ends = (0..<1_000).map { index in
      promise.map { _ in
        withUnsafeCurrentTask { jobs.write($0.hashValue) }
        return index
      }
    }
    resolver.fulfill(0)
    for (index, end) in ends.enumerated() { #expect(try await end.value == index) }
    #expect(Set(jobs.entries).count < 100)
  }

  @Test("B4 B10: handlers of a chain on an actor share the hops to it")
  func fewHops() async throws {
    let before = Hops.thread.jobCount
    let (first, resolver) = Promise<Int>.pending()
    var last = first
    for _ in 0..<1_000 { last = last.map { @Hops in $0 + 1 } }
    resolver.fulfill(0)
    #expect(try await last.value == 1_000)
    #expect((1...100).contains(Hops.thread.jobCount - before))
  }

  @Test("B3: late handlers don't overtake those that wait for their turn")
  func lateHandlers() async throws {
    let journal = Journal<Int>()
    let (promise, resolver) = Promise<Void>.pending()
    let (gate, gateResolver) = Promise<Void>.pending()
    // The first handler registers others while later siblings wait behind it.
    let first = promise.done {
      journal.write(0)
      for index in 3..<6 { promise.done { journal.write(index) } }
      promise.done { gateResolver.fulfill() }
    }
    promise.done { journal.write(1) }
    promise.done { journal.write(2) }
    resolver.fulfill()
    try await first.value
    try await gate.value
    #expect(journal.entries == Array(0..<6))
  }

  @Test("B1: a handler runs neither on the settling nor on the registering stack")
  func neverInPlace() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let stack = Journal<String>()
    @Sendable func inside(_ name: String, _ body: () -> Void) {
      stack.write("enter \(name)")
      body()
      stack.write("leave \(name)")
    }
    let (ran, ranResolver) = Promise<Void>.pending()
    await MainActor.run {
      inside("register") { promise.done { @MainActor in stack.write("handler") } }
      inside("settle") { resolver.fulfill() }
      inside("register late") {
        promise.done { @MainActor in
          stack.write("late handler")
          ranResolver.fulfill()
        }
      }
    }
    try await ran.value
    #expect(
      stack.entries == [
        "enter register", "leave register", "enter settle", "leave settle",
        "enter register late", "leave register late", "handler", "late handler",
      ])
  }
}

/// An actor that no other test hops to.
@globalActor private actor Hops {
  static let shared = Hops()
  static let thread = SmallThread()

  nonisolated var unownedExecutor: UnownedSerialExecutor { Self.thread.unowned }
}
