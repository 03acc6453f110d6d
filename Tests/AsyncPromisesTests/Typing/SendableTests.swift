// S1: promises and resolvers are values that can be sent anywhere.

import AsyncPromises
import TestSupport
import Testing

/// Compiles only for a type that is `Sendable`.
private func requireSendable<T: Sendable>(_: T.Type) {}

private func later<T: Sendable>(_ value: T) -> Promise<T> {
  requireSendable(Promise<T>.self)
  requireSendable(Resolver<T>.self)
  return Promise { value }
}

@Suite("Sendable", .timeLimit(.minutes(10)))
struct SendableTests {
  @Test("S1: the types of the library, and types that contain them")
  func table() {
    requireSendable(Promise<Int>.self)
    requireSendable(Promise<Void>.self)
    requireSendable(Promise<Never>.self)
    requireSendable(Promise<any Error>.self)
    requireSendable(Promise<any Sendable>.self)
    requireSendable(Promise<(Int, String)>.self)
    requireSendable(Promise<@Sendable () -> Int>.self)
    requireSendable(Promise<Promise<Int>>.self)
    requireSendable(Promise<Keeper>.self)
    requireSendable(Resolver<Int>.self)
    requireSendable(Resolver<Void>.self)
    requireSendable(Resolver<Promise<Int>>.self)
    requireSendable(PromiseError.self)
    requireSendable(PromiseDiagnostics.Event.self)

    requireSendable([Promise<Int>].self)
    requireSendable(Promise<Int>?.self)
    requireSendable([String: Resolver<Int>].self)
    requireSendable(Set<Promise<Int>>.self)
    requireSendable(Result<Promise<Int>, any Error>.self)
    requireSendable((promise: Promise<Int>, resolver: Resolver<Int>).self)
    requireSendable((@Sendable (Promise<Int>) -> Resolver<Int>).self)
    requireSendable(AsyncStream<Promise<Int>>.self)
    requireSendable(Task<Promise<Int>, any Error>.self)
  }

  @Test("S1: a generic function needs no constraint other than Sendable")
  func generic() async throws {
    #expect(try await later(1).get() == 1)
    #expect(try await later("a").map { later($0) }.then { $0 }.get() == "a")
  }

  @Test("S1: promises can be stored in an actor, and taken out of it")
  func actor() async throws {
    let keeper = Keeper()
    let promise = await keeper.promise
    let resolver = keeper.resolver
    async let answer = keeper.answer()
    #expect(resolver.fulfill(1))
    #expect(try await answer == 1)
    await keeper.replace(promise.map { $0 + 1 })
    #expect(try await keeper.promise.value == 2)
  }

  @Test("S1: promises can be captured in tasks of any kind")
  func tasks() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let plain = Task { try await promise.value }
    let detached = Task.detached { try await promise.map { $0 + 1 }.get() }
    let main = Task { @MainActor in try await promise.value }
    let settler = Task { resolver.fulfill(1) }
    #expect(await settler.value)
    #expect(try await plain.value == 1)
    #expect(try await detached.value == 2)
    #expect(try await main.value == 1)
    #expect(promise.hashValue == promise.hashValue)
  }

  @Test("S1: two async lets can await one promise, which can still be used")
  func asyncLet() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    async let first = promise.value
    async let second = promise.result
    async let settled = resolver.fulfill(1)
    async let derived = promise.map { $0 + 1 }
    #expect(await settled)
    #expect(try await first == 1)
    #expect(try await second.get() == 1)
    #expect(try await derived.value == 2)
    #expect(try promise.resultIfSettled?.get() == 1)
  }

  @Test("S1: promises can be sent through streams, groups and other promises")
  func sent() async throws {
    let (stream, continuation) = AsyncStream<Promise<Int>>.makeStream()
    let sum = Task {
      var sum = 0
      for await promise in stream { sum += try await promise.value }
      return sum
    }
    try await withThrowingTaskGroup(of: Promise<Int>.self) { group in
      for number in 1...3 { group.addTask { Promise { number } } }
      while let promise = try await group.next() { continuation.yield(promise) }
    }
    continuation.yield(try await Promise.fulfilled(Promise.fulfilled(4)).get())
    continuation.finish()
    #expect(try await sum.value == 10)
  }

  @Test("S1: the value can be a class, an actor or a function")
  func values() async throws {
    let keeper = Keeper()
    #expect(try await Promise.fulfilled(keeper).get() === keeper)
    let increment: @Sendable (Int) -> Int = { $0 + 1 }
    #expect(try await Promise.fulfilled(increment).value(1) == 2)
    let (tracked, _) = Tracked.make()
    #expect(try await Promise { tracked }.get() === tracked)
  }
}

/// An actor with promises in its state.
private actor Keeper {
  var promise: Promise<Int>
  let resolver: Resolver<Int>

  init() {
    (promise, resolver) = Promise<Int>.pending()
  }

  func answer() async throws -> Int {
    try await promise.value
  }

  func replace(_ other: Promise<Int>) {
    promise = other
  }
}
