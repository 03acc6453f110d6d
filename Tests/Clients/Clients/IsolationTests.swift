// S2, B2, C1: where handlers and waiters run, in every mode in which they are compiled.

import AsyncPromises
import Testing

#if MAIN_ACTOR_BY_DEFAULT
  let unannotatedCodeIsOnMainActor = true
#else
  let unannotatedCodeIsOnMainActor = false
#endif

func whereUnannotatedHandlersRun(_ promise: Promise<Int>) -> Promise<Bool> {
  promise.map { _ in isOnMainActor() }
}

func whereUnannotatedBodiesRun() -> Promise<Bool> {
  Promise { isOnMainActor() }
}

nonisolated func whereNonisolatedHandlersRun(_ promise: Promise<Int>) -> Promise<Bool> {
  promise.map { _ in isOnMainActor() }
}

nonisolated func whereNonisolatedBodiesRun() -> Promise<Bool> {
  Promise { isOnMainActor() }
}

@MainActor func whereMainActorHandlersRun(_ promise: Promise<Int>) -> Promise<Bool> {
  promise.map { _ in isOnMainActor() }
}

@MainActor func whereMainActorBodiesRun() -> Promise<Bool> {
  Promise { isOnMainActor() }
}

func unannotated(_ promise: Promise<Int>) async throws -> Int {
  try await promise.value
}

nonisolated func plain(_ promise: Promise<Int>) async throws -> Int {
  try await promise.value
}

nonisolated(nonsending) func nonsending(_ promise: Promise<Int>) async throws -> Int {
  try await promise.value
}

@concurrent nonisolated func concurrent(_ promise: Promise<Int>) async throws -> Int {
  try await promise.value
}

@MainActor func mainActor(_ promise: Promise<Int>) async throws -> Int {
  try await promise.value
}

func isolated(
  to isolation: isolated (any Actor)? = #isolation, _ promise: Promise<Int>
) async -> Result<Int, any Error> {
  await promise.result
}

@Suite("Isolation of clients", .timeLimit(.minutes(10)))
struct IsolationTests {
  @Test("B2: a handler runs in the isolation that its mode implies")
  func handlers() async throws {
    let promise = Promise.fulfilled(1)
    #expect(
      try await whereUnannotatedHandlersRun(promise).value == unannotatedCodeIsOnMainActor)
    #expect(try await whereNonisolatedHandlersRun(promise).value == false)
    #expect(try await whereMainActorHandlersRun(promise).value)
  }

  @Test("D1: a body runs in the isolation that its mode implies")
  func bodies() async throws {
    #expect(try await whereUnannotatedBodiesRun().value == unannotatedCodeIsOnMainActor)
    #expect(try await whereNonisolatedBodiesRun().value == false)
    #expect(try await whereMainActorBodiesRun().value)
  }

  @Test("C1: a promise can be awaited from every isolation")
  func waiters() async throws {
    let promise = Promise { await doubleLater(1) }
    #expect(try await unannotated(promise) == 2)
    #expect(try await plain(promise) == 2)
    #expect(try await nonsending(promise) == 2)
    #expect(try await concurrent(promise) == 2)
    #expect(try await mainActor(promise) == 2)
    #expect(try await isolated(promise).get() == 2)
  }

  @MainActor
  @Test("C1: a waiter on the main actor stays there")
  func waiterStays() async throws {
    let transcript = Transcript()
    let (promise, resolver) = Promise<Int>.pending()
    Task { resolver.fulfill(1) }
    transcript.write("\(try await nonsending(promise)) \(isOnMainActor())")
    transcript.write("\(try await isolated(promise).get()) \(isOnMainActor())")
    #expect(transcript.lines == ["1 true", "1 true"])
  }

  @Test("S1: async let, tasks and groups share a promise")
  func sharing() async throws {
    let promise = Promise { await doubleLater(1) }
    async let first = promise.value
    async let second = promise.map { $0 + 1 }.value
    let task = Task { try await promise.value }
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<3 { group.addTask { try await promise.value } }
      var sum = 0
      while let value = try await group.next() { sum += value }
      return sum
    }
    #expect(try await first + second + task.value + sum == 13)
  }
}
