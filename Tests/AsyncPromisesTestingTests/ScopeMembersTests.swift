// PromiseScope.swift: what belongs to a scope, and what does not.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import Foundation
import TestSupport
import Testing

@Suite("Members of a scope", .needsTracking, .timeLimit(.minutes(10)))
struct ScopeMembersTests {
  // MARK: Inside and outside

  @Test("T2: promises created outside don't count")
  func madeOutside() async throws {
    let (outside, resolver) = Promise<Int>.pending()
    try await withPromiseScope { scope in
      try await scope.settle(within: .zero)
      #expect(outside.resultIfSettled == nil)
    }
    resolver.fulfill(1)
  }

  @Test("T2: a handler registered inside counts; the outside promise it waits for doesn't")
  func handlerInside() async throws {
    let (outside, resolver) = Promise<Int>.pending(name: "outside")
    let log = Journal<Int>()
    try await withPromiseScope { scope in
      outside.done { log.write($0) }
      let report = try await scope.lookedAt()
      #expect(report.contains("done at"))
      #expect(report.contains("old, from outside the scope: "))
      resolver.fulfill(1)
      try await scope.settle(within: long)
      #expect(log.entries == [1])
    }
  }

  @Test("T2: a handler registered outside doesn't count, even if the scope's code triggers it")
  func handlerOutside() async throws {
    let gate = Gate()
    let (handed, resolver) = Promise<Promise<Int>>.pending()
    let end = handed.then { $0 }.map(.async) { value in
      await gate.pass()
      return value
    }
    try await withPromiseScope { scope in
      let (inside, innerResolver) = Promise<Int>.pending()
      resolver.fulfill(inside)
      innerResolver.fulfill(1)
      try await scope.settle(within: long)
      #expect(end.resultIfSettled == nil)
    }
    gate.open()
    #expect(try await end.value == 1)
  }

  @Test("T2: promises created by a detached task are outside")
  func detached() async throws {
    let gate = Gate()
    try await withPromiseScope { scope in
      let outside = await Task.detached { Promise { await gate.pass() } }.value
      try await scope.settle(within: .zero)
      #expect(outside.resultIfSettled == nil)
    }
    gate.open()
  }

  @Test("T2: promises created before a scope begins or after it ends don't count")
  func beforeAndAfter() async throws {
    let before = Promise<Int>.pending()
    let scope = try await withPromiseScope { $0 }
    let after = Promise<Int>.pending()
    try await scope.settle(within: .zero)
    before.resolver.fulfill(1)
    after.resolver.fulfill(1)
  }

  // MARK: Settling from elsewhere

  @Test("T2: handlers triggered from another scope count for their own scope")
  func settledInAnotherScope() async throws {
    let gate = Gate()
    let log = Journal<String>()
    try await withPromiseScope("first") { first in
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { _ in
        _ = Promise {
          await gate.pass()
          log.write("end")
        }
      }
      try await Task.detached {
        try await withPromiseScope("second") { second in
          resolver.fulfill(1)
          try await second.settle(within: .zero)
          #expect(second.dumpPending() == "Nothing is pending.")
        }
      }.value
      #expect(try await first.lookedAt() != "")
      gate.open()
      try await first.settle(within: long)
      #expect(log.entries == ["end"])
    }
  }

  @Test("T2: handlers triggered from a plain thread count")
  func settledByThread() async throws {
    let gate = Gate()
    let log = Journal<String>()
    try await withPromiseScope { scope in
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { @MainActor _ in
        _ = Promise {
          await gate.pass()
          log.write("end")
        }
      }
      let settled = await onThread { resolver.fulfill(1) }
      #expect(settled)
      #expect(try await scope.lookedAt() != "")
      gate.open()
      try await scope.settle(within: long)
      #expect(log.entries == ["end"])
    }
  }

  @Test("T4: after an advance, the caller's work is idle, even if another scope triggered it")
  func wokenByOtherScope() async throws {
    let clock = ManualClock()
    for second in 1...20 {
      let outside = Promise.delay(for: .seconds(1), clock: clock)
      try await withPromiseScope { _ in
        let handled = outside.map { Thread.sleep(forTimeInterval: 0.005) }
        let inner = try await withPromiseScope(leftovers: .allow) { _ in
          Promise.delay(for: .seconds(1), clock: clock)
        }
        let next = inner.map { Thread.sleep(forTimeInterval: 0.005) }
        await clock.advance(by: .seconds(1))
        #expect(handled.resultIfSettled != nil && next.resultIfSettled != nil)
        #expect(clock.now.offset == .seconds(second))
      }
    }
  }

  @Test("T2: if many threads settle promises, every handler has run when settle returns")
  func manyThreads() async throws {
    try await withPromiseScope { scope in
      let log = Journal<Int>()
      let pairs = (0..<40).map { _ in Promise<Int>.pending() }
      for (index, pair) in pairs.enumerated() {
        pair.promise.map { $0 * 2 }.done { @MainActor in log.write($0) }
        Task.detached { pair.resolver.fulfill(index) }
      }
      try await scope.settle(within: long)
      #expect(log.entries.sorted() == (0..<40).map { $0 * 2 })
    }
  }

  // MARK: Nested scopes

  @Test("T2: a scope waits for promises created in its inner scopes")
  func outerWaitsForInner() async throws {
    let gate = Gate()
    let log = Journal<String>()
    try await withPromiseScope("outer") { outer in
      try await withPromiseScope("inner", leftovers: .allow) { _ in
        try await withPromiseScope("innermost", leftovers: .allow) { _ in
          _ = Promise(name: "work") {
            await gate.pass()
            log.write("end")
          }
        }
      }
      #expect(try await outer.lookedAt().contains("work"))
      gate.open()
      try await outer.settle(within: long)
      #expect(log.entries == ["end"])
    }
  }

  @Test("T2: a scope doesn't wait for outer or sibling scopes")
  func innerDoesNotWait() async throws {
    try await withPromiseScope("outer") { _ in
      let around = Promise<Int>.pending()
      let gate = Gate()
      let beside = try await withPromiseScope("beside", leftovers: .allow) { beside in
        _ = Promise { await gate.pass() }
        return beside
      }
      try await withPromiseScope("inner") { inner in
        try await inner.settle(within: .zero)
        _ = Promise { 1 }
        try await inner.settle(within: long)
        #expect(inner.dumpPending() == "Nothing is pending.")
      }
      #expect(try await beside.lookedAt() != "")
      gate.open()
      around.resolver.fulfill(1)
    }
  }

  @Test("T2: an outer scope's handler creates promises in that scope, even during an inner one")
  func outerHandlerMeanwhile() async throws {
    try await withPromiseScope("outer") { outer in
      let gate = Gate()
      let (promise, resolver) = Promise<Int>.pending()
      let made = promise.map { _ in _ = Promise(name: "late") { await gate.pass() } }
      try await withPromiseScope("inner") { inner in
        resolver.fulfill(1)
        try await made.value
        try await inner.settle(within: .zero)
      }
      #expect(try await outer.lookedAt().contains("late"))
      gate.open()
      try await outer.settle(within: long)
    }
  }

  // MARK: Waits that can't end

  @Test(
    "T2 T3: a handler that waits for its own scope gets an error", arguments: [false, true],
    [false, true])
  func ownHandler(isOnMainActor: Bool, suspendsFirst: Bool) async throws {
    try await withPromiseScope("checkout") { scope in
      let done = Promise.fulfilled(1)
      let wait = { @Sendable (isolation: isolated (any Actor)?) in
        if suspendsFirst { try await Task.sleep(for: .milliseconds(1)) }
        try await scope.settle(within: long)
      }
      let handler =
        isOnMainActor
        ? done.map(.async) { @MainActor _ in try await wait(#isolation) }
        : done.map(.async) { _ in try await wait(#isolation) }
      let failure = await #expect(throws: UnsettledPromises.self) { try await handler.value }
      try expectOwnWait(failure)
    }
  }

  @Test("T2 T3: an operation that waits for its own scope or an outer one gets an error")
  func ownOperation() async throws {
    try await withPromiseScope("checkout") { outer in
      let operation = Promise { try await outer.settle(within: long) }
      try expectOwnWait(
        await #expect(throws: UnsettledPromises.self) { try await operation.value })
      try await withPromiseScope("inner") { _ in
        let operation = Promise { try await outer.settle(within: long) }
        try expectOwnWait(
          await #expect(throws: UnsettledPromises.self) { try await operation.value })
      }
    }
  }

  private func expectOwnWait(_ failure: UnsettledPromises?) throws {
    let failure = try #require(failure)
    #expect(
      failure.reason.hasPrefix(
        "The promise scope “checkout” can't settle while one of its own handlers waits for it"))
  }

  @Test("T2: an operation may wait for a scope that it isn't in")
  func otherScope() async throws {
    try await withPromiseScope("outer") { _ in
      let waiting = Promise {
        try await withPromiseScope("inner") { inner in
          let work = Promise { 7 }
          try await inner.settle(within: long)
          return try work.resultIfSettled?.get()
        }
      }
      let value = try await waiting.value
      #expect(value == 7)
    }
  }

  @Test("T2: a task that a handler has started may wait for the scope")
  func taskOfHandler() async throws {
    try await withPromiseScope { scope in
      let (started, resolver) = Promise<Task<Void, any Error>>.pending()
      Promise.fulfilled(1).done { _ in
        resolver.fulfill(Task { try await scope.settle(within: long) })
      }
      try await started.value.value
    }
  }
}
