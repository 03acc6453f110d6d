// Resolver.swift: onCancel, what a producer hears of a cancellation.

import AsyncPromises
import Testing

@Suite("Resolver.onCancel", .timeLimit(.minutes(10)))
struct ResolverCancellationTests {
  @Test("E1: handlers run once, in order, before cancel returns")
  func once() {
    let (promise, resolver) = Promise<Int>.pending()
    let told = Journal<Int>()
    for index in 0..<3 { resolver.onCancel { told.write(index) } }
    #expect(told.entries.isEmpty)
    promise.cancel()
    #expect(told.entries == [0, 1, 2])
    promise.cancel()
    resolver.fulfill(1)
    #expect(told.entries == [0, 1, 2])
  }

  @Test("E1: a handler that is registered after the cancellation runs at once")
  func late() {
    let (promise, resolver) = Promise<Int>.pending()
    let told = Journal<Int>()
    promise.cancel()
    resolver.onCancel { told.write(0) }
    #expect(told.entries == [0])
    resolver.onCancel { told.write(1) }
    #expect(told.entries == [0, 1])
  }

  @Test("E1: withdrawn interest is a cancellation")
  func withdrawn() {
    let (promise, resolver) = Promise<Int>.pending()
    let told = Journal<Bool>()
    resolver.onCancel { told.write(true) }
    promise.map { $0 }.tap { _ in }.cancel()
    #expect(told.count == 1)
    withExtendedLifetime(resolver) {}
  }

  /// Ways to settle that are not a cancellation.
  enum Settle: CaseIterable, Sendable {
    case fulfill
    case reject
    case rejectWithCancellationError
    case followSettled
    case followCancelled
    case drop
  }

  @Test(
    "E1: any other settling drops the handler, also one that comes late", arguments: Settle.allCases
  )
  func normalSettle(settle: Settle) async throws {
    let told = Journal<Bool>()
    let (inner, innerResolver) = Promise<Int>.pending()
    func run() -> (Promise<Int>, Promise<Void>) {
      let (promise, resolver) = Promise<Int>.pending()
      let (_, freed) = tracking { object in
        resolver.onCancel {
          object.use()
          told.write(true)
        }
      }
      switch settle {
      case .fulfill: resolver.fulfill(1)
      case .reject: resolver.reject(TestError.first)
      case .rejectWithCancellationError: resolver.reject(CancellationError())
      case .followSettled: resolver.follow(.fulfilled(1))
      case .followCancelled:
        resolver.follow(inner)
        inner.cancel()
      case .drop: return (promise, freed)
      }
      resolver.onCancel { told.write(true) }
      return (promise, freed)
    }
    let (promise, freed) = run()
    _ = await promise.result
    try await freed.value
    #expect(told.entries.isEmpty)
    #expect(!promise.cancel())
    withExtendedLifetime(innerResolver) {}
  }

  @Test("B6: a handler is released after it has run")
  func released() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (_, freed) = tracking { object in resolver.onCancel { object.use() } }
    promise.cancel()
    try await freed.value
    withExtendedLifetime((promise, resolver)) {}
  }

  @Test("E1 B5: a handler sees the promise cancelled, and may use it and any other")
  func reentrant() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let told = Journal<String>()
    otherResolver.onCancel { told.write("other") }
    resolver.onCancel {
      told.write("first: \(promise.isRejectedByCancellation)")
      told.write("again: \(promise.cancel()), \(resolver.fulfill(1))")
      resolver.onCancel { told.write("nested") }
      other.cancel()
    }
    resolver.onCancel { told.write("second") }
    promise.cancel()
    #expect(told.entries == ["first: true", "again: false, false", "nested", "other", "second"])
    withExtendedLifetime((resolver, otherResolver)) {}
  }

  @Test("E1: the handlers of a promise that follows another run with its own cancellation")
  func following() async throws {
    let (inner, innerResolver) = Promise<Int>.pending()
    let (outer, outerResolver) = Promise<Int>.pending()
    let told = Journal<String>()
    innerResolver.onCancel { told.write("inner") }
    outerResolver.onCancel { told.write("before") }
    outerResolver.follow(inner)
    outerResolver.onCancel { told.write("after") }
    #expect(outer.cancel())
    #expect(told.entries.filter { $0 != "inner" } == ["before", "after"])
    #expect(told.entries.contains("inner"))
    #expect(inner.isRejectedByCancellation)
    withExtendedLifetime((innerResolver, outerResolver)) {}
  }

  @Test("E1: the task that holds the resolver can be cancelled by its own handler")
  func cancelsTask() async throws {
    let (never, keep) = Promise<Void>.pending()
    let promise = Promise<Int> { resolver in
      let task = Task {
        let ended = await never.result
        if case .failure(let error) = ended { resolver.reject(error) }
      }
      resolver.onCancel { task.cancel() }
    }
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await promise.value }
    #expect(never.current == nil)
    withExtendedLifetime(keep) {}
  }
}
