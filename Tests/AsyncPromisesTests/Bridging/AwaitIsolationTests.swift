// Where a task goes on after it has waited. Release builds specialize the functions that wait, and
// Swift 6.3 loses the hop back to the actor in some forms of them.

import AsyncPromises
import Testing

@Suite("Where a task goes on after a wait")
struct AwaitIsolationTests {
  @Test("B2 C1: on its actor, whether it waits or the promise is settled")
  func ownActor() async throws {
    for round in 0..<200 {
      let (promise, resolver) = Promise<Int>.pending()
      let waiter = Waiter()
      if round % 3 == 0 { resolver.fulfill(1) }
      async let value: Void = waiter.value(of: promise)
      async let got: Void = waiter.get(promise)
      async let result: Void = waiter.result(of: promise)
      async let sent: Void = waiter.waitElsewhere(for: promise)
      if round % 3 == 1 { await Task.yield() }
      resolver.fulfill(1)
      _ = try await (value, got, result, sent)
      #expect(await waiter.waits == 4)
    }
  }

  @Test("B2 C2: on its actor, when it is cancelled")
  func cancelled() async {
    let (promise, resolver) = Promise<Int>.pending()
    defer { withExtendedLifetime(resolver) {} }
    for round in 0..<200 {
      let waiter = Waiter()
      let task = Task { try? await waiter.value(of: promise) }
      if round % 2 == 1 { await Task.yield() }
      task.cancel()
      await task.value
      #expect(await waiter.waits == 1)
    }
  }
}

private actor Waiter {
  private(set) var waits = 0

  func value(of promise: Promise<Int>) async throws {
    defer { goesOn() }
    _ = try await promise.value
  }

  func get(_ promise: Promise<Int>) async throws {
    _ = try await promise.get()
    goesOn()
  }

  func result(of promise: Promise<Int>) async {
    _ = await promise.result
    goesOn()
  }

  func waitElsewhere(for promise: Promise<Int>) async throws {
    try await waitInPlace(for: promise)
    goesOn()
  }

  private func goesOn() {
    preconditionIsolated()
    waits += 1
  }
}

nonisolated(nonsending) private func waitInPlace(for promise: Promise<Int>) async throws {
  let actor = #isolation
  _ = try await promise.value
  actor?.preconditionIsolated()
  _ = try await promise.get()
  actor?.preconditionIsolated()
  _ = await promise.result
  actor?.preconditionIsolated()
}
