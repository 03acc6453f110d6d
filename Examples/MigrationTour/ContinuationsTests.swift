// Tests how promises behave where hand-written continuations trap, leak or continue.

import AsyncPromises
import AsyncPromisesTesting
import Testing

@Suite("Migration tour: Continuations", .timeLimit(.minutes(10)))
struct ContinuationsTests {
  @Test("Before and after return the same result")
  func token() async throws {
    let server = Server()
    #expect(try await server.token(of: "Morgiana") == Token(name: "Morgiana"))
    #expect(try await server.loggedIn("Morgiana") == Token(name: "Morgiana"))
    await #expect(throws: Server.Failure.unknownName) { try await server.token(of: "nobody") }
    await #expect(throws: Server.Failure.unknownName) { try await server.loggedIn("nobody") }
  }

  @Test("Any number of tasks can wait for a promise, before and after it settles")
  func barrier() async throws {
    let barrier = Barrier()
    try await withThrowingTaskGroup { group in
      for _ in 1...3 {
        group.addTask { try await barrier.pass() }
      }
      barrier.open()
      try await group.waitForAll()
    }
    try await barrier.pass()
  }

  @Test("A cancelled task stops waiting; the promise and other tasks aren't affected")
  func waiter() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let impatient = Task { try await promise.value }
    let patient = Task { try await promise.value }
    impatient.cancel()
    await #expect(throws: CancellationError.self) { try await impatient.value }
    #expect(promise.resultIfSettled == nil)
    resolver.fulfill(1)
    #expect(try await patient.value == 1)
  }

  @Test("A task that owns the call cancels it")
  func owner() async throws {
    let search = Search()
    let results = Task { try await search.results() }
    try await search.started.value
    results.cancel()
    await #expect(throws: CancellationError.self) { try await results.value }
    // The task may end before the search stops, because `onCancel` runs in a separate job.
    try await eventually(within: patience) { !search.isRunning }
  }

  @Test("A task that owns the call gets its answer")
  func ownersAnswer() async throws {
    let search = Search()
    let results = Task { try await search.results() }
    try await search.started.value
    search.end(.success(["sesame"]))
    #expect(try await results.value == ["sesame"])
  }

  @Test("Releasing a barrier ends all waits")
  func barrierGoes() async {
    let passing: Promise<Void>
    do {
      let barrier = Promise<Void>.pending()
      passing = barrier.promise
    }
    await #expect(throws: PromiseError.self) { try await passing.value }
  }
}
