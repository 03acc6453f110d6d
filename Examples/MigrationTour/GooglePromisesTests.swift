// Tests the work that was migrated from google/promises, and the claims of the guide.

import AsyncPromises
import AsyncPromisesTesting
import Synchronization
import Testing

@Suite("Migration tour: google/promises", .timeLimit(.minutes(10)))
struct GooglePromisesTests {
  struct NoConnection: Error {}

  @Test("Three attempts make three calls, the last two after pauses")
  func attempts() async throws {
    try await withPromiseScope { _ in
      let clock = ManualClock()
      let calls = Calls()
      let loader = ConfigurationLoader(
        download: {
          guard calls.count() == 3 else { throw ServerIsBusy() }
          return Configuration(version: 7)
        }, clock: clock)
      let configuration = loader.configuration()
      await clock.advance(by: .seconds(5))
      #expect(calls.number == 2)
      #expect(configuration.resultIfSettled == nil)
      await clock.advance(by: .seconds(5))
      let version = try await configuration.value.version
      #expect(version == 7)
      #expect(calls.number == 3)
    }
  }

  @Test("Permanent errors and invalid results are replaced by the fallback")
  func replacement() async throws {
    let calls = Calls()
    let broken = ConfigurationLoader(
      download: {
        calls.count()
        throw NoConnection()
      }, clock: ManualClock())
    #expect(try await broken.configuration().get() == .builtIn)
    #expect(calls.number == 1)

    let outdated = ConfigurationLoader(
      download: { Configuration(version: 2) }, clock: ManualClock())
    #expect(try await outdated.configuration().get() == .builtIn)
    let current = ConfigurationLoader(
      download: { Configuration(version: 4) }, clock: ManualClock())
    #expect(try await current.configurationNow().version == 4)
  }

  @Test("Cancelling a caller that owns the work cancels the work")
  func owning() async throws {
    try await withPromiseScope { _ in
      let (begun, beginning) = Promise<Void>.pending()
      let (cancelled, resolver) = Promise<Void>.pending()
      let loader = ConfigurationLoader(
        download: {
          defer { resolver.fulfill() }
          beginning.fulfill()
          try await ManualClock().sleep(for: .seconds(1))
          return .builtIn
        }, clock: ManualClock())
      let caller = Task { try await loader.configurationNow() }
      try await begun.value
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
      try await cancelled.value
    }
  }

  @Test("The time limit cancels the work")
  func limit() async throws {
    try await withPromiseScope { _ in
      let clock = ManualClock()
      let (cancelled, resolver) = Promise<Void>.pending()
      let loader = ConfigurationLoader(
        download: {
          do {
            try await clock.sleep(for: .seconds(3600))
          } catch {
            resolver.fulfill()
          }
          throw ServerIsBusy()
        }, clock: clock)
      let configuration = loader.configuration()
      await clock.sleepers(2)  // the download, and the limit
      await clock.advance(by: .seconds(30))
      #expect(try await configuration.value == .builtIn)
      try await cancelled.value
      await clock.advance(by: .seconds(60))
      #expect(clock.deadlines.isEmpty, "There is no further attempt.")
    }
  }

  @Test("Returns all outcomes if at least one is a value")
  func outcomesOfMany() async throws {
    let some = try await outcomes(of: [.rejected(NoConnection()), .fulfilled(2)]).get()
    #expect(some.map { try? $0.get() } == [nil, 2])
    let none: [Promise<Int>] = [.rejected(NoConnection()), .rejected(NoConnection())]
    await #expect(throws: PromiseError.self) { try await outcomes(of: none).get() }
    #expect(try await outcomes(of: [Promise<Int>]()).get().isEmpty)
  }

  @Test("A reduction runs its steps in order")
  func reduction() async throws {
    let calls = Calls()
    let sum = total(["a", "bb", "ccc"]) { file in
      .fulfilled(file.count * calls.count())
    }
    #expect(try await sum.value == 1 * 1 + 2 * 2 + 3 * 3)
    let failing = total(["a", "b"]) { _ in
      calls.count()
      return .rejected(NoConnection())
    }
    await #expect(throws: NoConnection.self) { try await failing.value }
    #expect(calls.number == 4)
  }

  @Test("Cancelling a reduction cancels its current step and starts no other")
  func cancelledReduction() async throws {
    let calls = Calls()
    let (step, resolver) = Promise<Int>.pending()
    let (begun, beginning) = Promise<Void>.pending()
    let (cancelled, cancellation) = Promise<Void>.pending()
    resolver.onCancel { cancellation.fulfill() }
    let sum = total(["a", "b"]) { _ in
      calls.count()
      beginning.fulfill()
      return step
    }
    try await begun.value
    sum.cancel()
    try await cancelled.value
    #expect(calls.number == 1)
  }
}

/// Counts calls from any thread.
private final class Calls: Sendable {
  private let counter = Atomic(0)

  var number: Int { counter.load(ordering: .relaxed) }

  @discardableResult
  func count() -> Int {
    counter.add(1, ordering: .relaxed).newValue
  }
}
