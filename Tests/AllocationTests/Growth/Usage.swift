// The uses of the library that its documentation shows, to be repeated beside neighbours that last.

import AsyncPromises
import AsyncPromisesTesting

/// A use that leaves nothing behind when it is over.
struct Usage: Sendable {
  let name: String
  /// Whether a clock throws an error of its own in each round, of which Swift Testing keeps a
  /// backtrace: then only tasks, timers and records say something.
  var makesErrors = false
  /// Returns when all that the use has started is over.
  let round: @Sendable (Neighbours) async throws -> Void

  init(
    _ name: String, makesErrors: Bool = false,
    _ round: @escaping @Sendable (Neighbours) async throws -> Void
  ) {
    (self.name, self.makesErrors, self.round) = (name, makesErrors, round)
  }

  static var all: [Usage] { making + chains + cancelling + groups + timing + sharing + scopes }
}

/// One object for all uses: Swift Testing keeps a backtrace of each error that is thrown.
private let usageError: any Error = UsageError()

private struct UsageError: Error {}

extension Usage {
  private static let making: [Usage] = [
    Usage("fulfilled") { _ in _ = try await Promise.fulfilled(1).value },
    Usage("rejected") { _ in _ = await Promise<Int>.rejected(usageError).result },
    Usage("pending") { _ in
      let (promise, resolver) = Promise<Int>.pending()
      resolver.fulfill(1)
      _ = try await promise.value
    },
    Usage("pending, broken") { _ in
      let (promise, resolver) = Promise<Int>.pending()
      let end = promise.recover { _ in 0 }
      _ = consume resolver
      _ = try await end.value
    },
    Usage("follow") { _ in
      let ((outer, first), (inner, second)) = (Promise<Int>.pending(), Promise<Int>.pending())
      first.follow(inner)
      second.fulfill(1)
      _ = try await outer.value
    },
    Usage("Promise { }") { _ in
      _ = try await Promise { () async in
        await Task.yield()
        return 1
      }.value
    },
    Usage("Promise { } that throws") { _ in
      _ = await Promise<Int> { () async throws in throw usageError }.result
    },
    Usage("Promise { } of a promise") { _ in
      _ = try await Promise { Promise.fulfilled(1).map { $0 } }.value
    },
    Usage("immediate") { _ in _ = try await Promise.immediate { 1 }.value },
    Usage("Promise { resolver in }") { _ in
      _ = try await Promise<Int> { resolver in Task { resolver.fulfill(1) } }.value
    },
    Usage("wrap") { _ in _ = try await Promise<Int>.wrap { callBack($0) }.value },
    Usage("wrap(cancel:)") { _ in
      _ = try await Promise<Int>.wrap(cancel: { (_: Int) in }) { end in
        callBack(end)
        return 1
      }.value
    },
    Usage("firstValue") { _ in
      _ = try await AsyncStream { $0.yield(1) }.firstValue().value
    },
    Usage("whenSettled") { _ in
      _ = try await Promise<Int> { resolver in
        Promise.fulfilled(1).whenSettled { resolver.resolve(with: $0) }
      }.value
    },
    Usage("wait") { _ in wait(for: Promise { 1 }) },
  ]

  private static let chains: [Usage] = [
    Usage("map, validate, tap, then, done") { _ in
      let (source, resolver) = Promise<Int>.pending()
      let end = source.map { $0 + 1 }.validate { $0 > 0 }.tap { _ in }
        .then { Promise.fulfilled($0) }.done { _ in }
      resolver.fulfill(1)
      try await end.value
    },
    Usage("catch, finally, recover") { _ in
      let (source, resolver) = Promise<Int>.pending()
      let end = source.catch { _ in }.finally {}.recover { _ in 1 }
      resolver.reject(usageError)
      _ = try await end.value
    },
    Usage("asynchronous handlers") { _ in
      let (source, resolver) = Promise<Int>.pending()
      let end = source.map(.async) { value async in value }
        .then(.async) { value async in Promise.fulfilled(value) }
      resolver.fulfill(1)
      _ = try await end.value
    },
    Usage("an asynchronous handler that throws") { _ in
      let source = Promise.fulfilled(1).map(.async) { _ async throws -> Int in throw usageError }
      _ = await source.result
    },
    Usage("handlers of the main actor") { _ in
      let (source, resolver) = Promise<Int>.pending()
      let end = source.map { @MainActor in $0 + 1 }.map { @MainActor in $0 + 1 }
      resolver.fulfill(1)
      _ = try await end.value
    },
    Usage("a loop of then") { _ in try await loop(3).value },
    Usage("carrying") { _ in
      _ = try await Promise.fulfilled(1).map(UsageLocal.$value.carrying { $0 + 1 }).value
    },
  ]

  private static let cancelling: [Usage] = [
    Usage("cancel, onCancel") { _ in
      let (promise, resolver) = Promise<Int>.pending()
      let end = promise.recover { _ in 0 }
      resolver.onCancel {}
      promise.cancel()
      _ = try await end.value
    },
    Usage("cancel, an operation") { neighbours in
      let (began, begin) = Promise<Void>.pending()
      let promise = Promise<Int> { () async throws in
        begin.fulfill()
        return try await neighbours.gate.value
      }
      try await began.value
      promise.cancel()
      try await promise.waitForOperation()
    },
    Usage("cancel what the gate would settle") { neighbours in
      neighbours.gate.map { $0 + 1 }.map { $0 + 1 }.cancel()
    },
    Usage("cancel a wait for the gate") { neighbours in
      let wait = Task { try await neighbours.gate.value }
      wait.cancel()
      _ = await wait.result
    },
    Usage("a bag") { neighbours in
      neighbours.gate.map { $0 + 1 }.store(in: PromiseBag())
    },
  ]

  private static let groups: [Usage] = [
    Usage("all") { _ in _ = try await Promise.all([.fulfilled(1), Promise { 2 }]).value },
    Usage("all, of several types") { _ in
      _ = try await Promise.all(Promise.fulfilled(1), Promise { "2" }).value
    },
    Usage("all, rejected beside the gate") { neighbours in
      _ = await Promise.all([neighbours.gate, .rejected(usageError)]).result
    },
    Usage("allSettled") { _ in
      _ = try await Promise.allSettled([.fulfilled(1), Promise { 2 }]).value
    },
    Usage("any beside the gate") { neighbours in
      _ = try await Promise.any([neighbours.gate, Promise { 1 }]).value
    },
    Usage("race against the gate") { neighbours in
      _ = try await Promise.race([neighbours.gate, Promise { 1 }]).value
    },
    Usage("map, two at a time") { _ in
      _ = try await Promise.map(0..<4, concurrency: 2) { number async in number }.value
    },
    Usage("map, of promises") { _ in
      _ = try await Promise.map(0..<4, concurrency: 2) { Promise.fulfilled($0) }.value
    },
    Usage("mapSettled, all fulfilled") { _ in
      _ = try await Promise.mapSettled(0..<4) { number async throws in number }.value
    },
    Usage("mapSettled") { _ in
      _ = try await Promise.mapSettled(0..<4) { number async throws -> Int in
        if number == 2 { throw usageError }
        return number
      }.value
    },
    Usage("map, of an asynchronous sequence") { _ in
      let numbers = AsyncStream {
        $0.yield(1)
        $0.finish()
      }
      _ = try await Promise.map(numbers) { number async in number }.value
    },
    Usage("inCompletionOrder, left") { neighbours in
      for await _ in Promise.inCompletionOrder([neighbours.gate, .fulfilled(1)]) { break }
    },
  ]

  private static let timing: [Usage] = [
    Usage("delay") { _ in try await Promise.delay(for: short).value },
    Usage("delay, of a value") { _ in
      _ = try await Promise.fulfilled(1).delay(by: short).value
    },
    Usage("delay, cancelled") { _ in Promise.delay(for: .seconds(60)).cancel() },
    Usage("delay, a manual clock, cancelled", makesErrors: true) { neighbours in
      let delay = Promise.delay(for: .seconds(60), clock: neighbours.clock)
      await neighbours.clock.sleepers(2)
      delay.cancel()
    },
    Usage("delay, a manual clock") { neighbours in
      let clock = ManualClock()
      let delay = Promise.delay(for: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(1))
      try await delay.value
    },
    Usage("timeout, in time") { _ in
      _ = try await Promise { 1 }.timeout(after: .seconds(60)).value
    },
    Usage("timeout, of the gate") { neighbours in
      _ = await neighbours.gate.timeout(after: short).result
    },
    Usage("retry") { _ in
      _ = try await Promise.retry(maxAttempts: 3, backoff: .constant(short)) {
        if $0 < 3 { throw usageError }
      }.value
    },
  ]

  private static let sharing: [Usage] = [
    Usage("SingleFlight") { neighbours in
      let first = neighbours.flights.run(for: 1) { 1 }
      let second = neighbours.flights.run(for: 1) { 1 }
      _ = (try await first.value, try await second.value)
    },
    Usage("SingleFlight, left") { neighbours in
      neighbours.flights.run(for: 0) { 1 }.cancel()
      // The callers are taken in the order of their calls.
      _ = try await neighbours.flights.run(for: 1) { 1 }.value
    },
    Usage("SingleFlight, invalidated") { neighbours in
      let flight = neighbours.flights.run(for: 2) { 1 }
      neighbours.flights.invalidate(2)
      _ = try await flight.value
    },
  ]

  private static let scopes: [Usage] = [
    Usage("a scope") { _ in
      try await withPromiseScope("usage") { scope in
        let promise = Promise { 1 }.map { $0 + 1 }
        try await scope.settle(within: .seconds(60))
        _ = try await promise.value
      }
    }
  ]

  /// Long enough to be slept through.
  private static let short: Duration = .microseconds(200)

  private static func callBack(_ end: @escaping @Sendable (Int) -> Void) { Task { end(1) } }

  private static func loop(_ rounds: Int) -> Promise<Void> {
    rounds == 0 ? .fulfilled : Promise { rounds - 1 }.then { loop($0) }
  }

  private static func wait(for promise: Promise<Int>) {
    _ = try? promise.wait(timeout: .seconds(60))
  }
}

private enum UsageLocal {
  @TaskLocal static var value = 0
}
