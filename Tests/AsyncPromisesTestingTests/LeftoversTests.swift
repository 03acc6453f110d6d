// PromiseScope.swift: what happens to unfinished work when a scope ends.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Leftovers of a scope", .needsTracking, .timeLimit(.minutes(10)))
struct LeftoversTests {
  @Test("T3: a scope that ends with a pending promise fails and names it")
  func fail() async throws {
    let kept = Journal<Resolver<Int>>()
    // Not inside the macro: lines in its expansion differ from those of the source.
    let line: UInt = #line + 2
    @Sendable func leave() async throws {
      let pending = { Promise<Int>.pending(name: "token") }
      try await withPromiseScope("login") { _ in kept.write(pending().resolver) }
    }
    let failure = await #expect(throws: UnsettledPromises.self) { try await leave() }
    let error = try #require(failure)
    #expect(
      error.reason == """
        The promise scope “login” ended with promises that nothing in it can settle: \
        settle them, and wait with settle(within:), or pass leftovers: .cancel.
        """)
    #expect(error.report.contains("pending “token” at \(#fileID):\(line), "))
    for resolver in kept.entries { resolver.fulfill(1) }
  }

  @Test("T3: the error of an unnamed scope mentions no name")
  func failWithoutName() async throws {
    let kept = Journal<Resolver<Int>>()
    let failure = await #expect(throws: UnsettledPromises.self) {
      try await withPromiseScope { _ in kept.write(Promise<Int>.pending().resolver) }
    }
    #expect(failure?.reason.hasPrefix("The promise scope ended with promises that") == true)
    for resolver in kept.entries { resolver.fulfill(1) }
  }

  @Test("T3: work that is running when the scope ends can finish and is not a leftover")
  func comesToRest() async throws {
    let log = Journal<Int>()
    try await withPromiseScope(within: long) { _ in
      let start = Promise { 0 }
      start.map { $0 + 1 }.then { value in Promise { @MainActor in value + 1 } }
        .done { log.write($0) }
      Promise.map(1...20) { $0 }.done { log.write($0.count) }
    }
    #expect(Set(log.entries) == [2, 20])
  }

  @Test("T3: asynchronous handlers on an actor can finish as well", arguments: 0..<10)
  func hopsOfHandlers(_ round: Int) async throws {
    let log = Journal<String>()
    let (first, second) = (Desk(log), Desk(log))
    try await withPromiseScope(within: long) { _ in
      await first.startHandlers(with: second)
    }
    #expect(log.count == 4)
  }

  @Test("T3: a handler on an actor that waits for an outside promise is a leftover")
  func handlerWaitsForOutside() async throws {
    let (outside, resolver) = Promise<Int>.pending(name: "outside")
    let failure = await #expect(throws: UnsettledPromises.self) {
      // Its wait is tracked, so the scope fails immediately, whatever the limit.
      try await withPromiseScope(within: .seconds(100_000)) { _ in
        _ = Promise.fulfilled(1).map(.async) { @MainActor _ in try await outside.value }
      }
    }
    #expect(failure?.report.contains("map at") == true)
    resolver.fulfill(1)
  }

  @Test("T3: an operation that waits for an outside promise is a leftover")
  func waitsForOutside() async throws {
    let (outside, resolver) = Promise<Int>.pending(name: "outside")
    let failure = await #expect(throws: UnsettledPromises.self) {
      try await withPromiseScope { _ in _ = Promise(name: "inside") { try await outside.value } }
    }
    #expect(failure?.report.contains("inside") == true)
    resolver.fulfill(1)
  }

  @Test("T3: with leftovers: .cancel, leftovers are cancelled, and so is the work behind them")
  func cancel() async throws {
    let (told, hold) = (Gate(), Gate())
    let log = Journal<Bool>()
    let (scope, pending, operation, derived) = try await withPromiseScope(leftovers: .cancel) {
      let (pending, resolver) = Promise<Int>.pending()
      resolver.onCancel { withExtendedLifetime(resolver) { told.open() } }
      let derived = pending.map { @MainActor in $0 }
      let operation = Promise {
        await hold.pass()
        log.write(Task.isCancelled)
      }
      return ($0, pending, operation, derived)
    }
    #expect(throws: CancellationError.self) { try pending.resultIfSettled?.get() }
    #expect(throws: CancellationError.self) { try operation.resultIfSettled?.get() }
    await #expect(throws: CancellationError.self) { try await derived.value }
    await told.pass()
    hold.open()
    try await scope.settle(within: long)
    #expect(log.entries == [true])
  }

  @Test("T3: operations and handlers that hop between actors can finish", arguments: 0..<10)
  func hops(_ round: Int) async throws {
    let log = Journal<String>()
    let (first, second) = (Desk(log), Desk(log))
    try await withPromiseScope(within: long) { _ in
      await first.start(with: second)
    }
    #expect(log.count == 8)
  }

  @Test("T3: leftovers of inner scopes are cancelled with the scope, those of outer ones aren't")
  func cancelNested() async throws {
    let (outer, outerResolver) = Promise<Int>.pending()
    let inner = try await withPromiseScope("outer") { _ in
      let (around, resolver) = Promise<Int>.pending()
      let inner = try await withPromiseScope("middle", leftovers: .cancel) { _ in
        try await withPromiseScope("inner", leftovers: .allow) { _ in Promise<Int>.pending() }
      }
      #expect(around.resultIfSettled == nil)
      resolver.fulfill(1)
      return inner
    }
    #expect(throws: CancellationError.self) { try inner.promise.resultIfSettled?.get() }
    #expect(outer.resultIfSettled == nil)
    outerResolver.fulfill(1)
  }

  @Test("T3: with leftovers: .allow, leftovers continue and settle as usual")
  func allow() async throws {
    let (promise, resolver) = try await withPromiseScope(leftovers: .allow) { _ in
      Promise<Int>.pending()
    }
    #expect(promise.resultIfSettled == nil)
    let next = promise.map { $0 + 1 }
    resolver.fulfill(1)
    #expect(try await next.value == 2)
  }

  @Test("T3: an outer scope fails for leftovers that an inner one allowed")
  func allowedInside() async throws {
    let kept = Journal<Resolver<Int>>()
    let failure = await #expect(throws: UnsettledPromises.self) {
      try await withPromiseScope("outer") { _ in
        try await withPromiseScope("inner", leftovers: .allow) { _ in
          kept.write(Promise<Int>.pending(name: "allowed").resolver)
        }
      }
    }
    #expect(failure?.reason.hasPrefix("The promise scope “outer” ended with ") == true)
    #expect(failure?.report.contains("allowed") == true)
    for resolver in kept.entries { resolver.fulfill(1) }
  }

  @Test("T3: if the body throws, its error is thrown, regardless of leftovers")
  func bodyThrows() async throws {
    for policy in [LeftoverPolicy.fail, .cancel, .allow] {
      let kept = Journal<(promise: Promise<Int>, resolver: Resolver<Int>)>()
      await #expect(throws: PromiseError.self) {
        try await withPromiseScope(leftovers: policy) { _ in
          kept.write(Promise<Int>.pending())
          throw PromiseError.invalid
        }
      }
      let (promise, resolver) = try #require(kept.entries.first)
      switch policy {
      case .cancel: #expect(throws: CancellationError.self) { try promise.resultIfSettled?.get() }
      case .fail, .allow: #expect(promise.resultIfSettled == nil)
      }
      resolver.fulfill(1)
    }
  }

  @Test("T2 T3: in a cancelled task, a scope ends immediately")
  func cancelledTask() async throws {
    let gate = Gate()
    let task = Task {
      try await withPromiseScope { _ in
        _ = Promise.fulfilled(1).map(.async) { @MainActor _ in await gate.pass() }
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    let outcome = await task.result
    #expect(throws: CancellationError.self) { try outcome.get() }
    gate.open()
  }
}

private actor Desk {
  private let log: Journal<String>
  private var count = 0

  init(_ log: Journal<String>) {
    self.log = log
  }

  func write(_ text: String) async {
    count += 1
    log.write(text)
    await onMainActor()
  }

  @MainActor
  private func onMainActor() {
    log.write("main")
  }

  func start(with other: Desk) {
    _ = Promise {
      self.count += 1
      await other.write("operation on an actor")
      await other.write("operation on an actor")
    }
    _ = Promise { @concurrent in
      await other.write("operation")
      await self.write("operation")
    }
  }

  func startHandlers(with other: Desk) {
    _ = Promise.fulfilled(1).map(.async) { _ in
      self.count += 1
      await other.write("handler on an actor")
      await other.write("handler on an actor")
    }
  }
}
