// Every way to see that a promise was rejected.

import AsyncPromises
import AsyncPromisesSharing
import TestSupport

/// A consumer that sees a failure. The promises that it derives end up fulfilled, or are seen too.
struct FailureObservation: Sendable, CustomStringConvertible {
  let description: String
  /// Returns a promise that settles once the failure has been seen, or that must be seen itself.
  private let register: @Sendable (Promise<Int>) -> Promise<Void>
  /// Looks at the promise after it has been rejected.
  private var lookLast: @Sendable (Promise<Int>) -> Void = { _ in }

  private init<T: Sendable>(
    _ description: String, _ register: @escaping @Sendable (Promise<Int>) -> Promise<T>
  ) {
    self.description = description
    self.register = { register($0).map { _ in }.recover { _ in } }
  }

  /// Observes the promise, and calls `reject` to reject it, before or after the observation begins.
  func look(
    at promise: Promise<Int>, _ time: SettleTime, _ reject: @escaping @Sendable () -> Void
  ) async {
    if case .already = time { reject() }
    let looking = register(promise)
    switch time {
    case .already: break
    case .atOnce: reject()
    case .later: await Task.detached { reject() }.value
    }
    _ = await looking.result
    lookLast(promise)
  }

  static let all: [FailureObservation] =
    ChainOperator.allCases.map { link in FailureObservation("\(link)") { link.handle($0) {} } }
    + looking + passing + grouping + working

  private static var looking: [FailureObservation] {
    var current = FailureObservation("resultIfSettled") { _ in .fulfilled }
    current.lookLast = { _ = $0.resultIfSettled }
    return [
      current,
      FailureObservation("value") { p in Promise { _ = try? await p.value } },
      FailureObservation("get") { p in Promise { _ = try? await p.get() } },
      FailureObservation("result") { p in Promise { _ = await p.result } },
      FailureObservation("wait") { p in onThread { _ = try? p.wait(timeout: .seconds(500)) } },
    ]
  }

  private static let passing = [
    FailureObservation("recover from another type") {
      $0.recover(from: CancellationError.self) { _ in 0 }
    },
    FailureObservation("delay") { $0.delay(by: .seconds(7200)) },
    FailureObservation("timeout") { $0.timeout(after: .seconds(7200)) },
    FailureObservation("shielded") { $0.shielded() },
    FailureObservation("follow") { p in
      let (outer, resolver) = Promise<Int>.pending()
      resolver.follow(p)
      return outer
    },
  ]

  private static let grouping = [
    FailureObservation("all") { Promise.all([$0, .fulfilled(1)]) },
    FailureObservation("all of a tuple") { Promise.all($0, Promise.fulfilled("")) },
    FailureObservation("allSettled") { Promise.allSettled([$0]) },
    FailureObservation("allSettled of a tuple") { Promise.allSettled($0, Promise.fulfilled("")) },
    FailureObservation("any") { Promise.any($0, rejected()) },
    FailureObservation("race") { Promise.race($0) },
    FailureObservation("inCompletionOrder") { p in
      Promise { for await _ in Promise.inCompletionOrder([p]) {} }
    },
  ]

  private static let working = [
    FailureObservation("operation") { p in Promise { p } },
    FailureObservation("retry") { p in Promise.retry(maxAttempts: 1) { _ in p } },
    FailureObservation("map of items") { Promise.map([$0]) { $0 } },
    FailureObservation("mapSettled") { Promise.mapSettled([$0]) { $0 } },
    FailureObservation("flight") { p in SingleFlight<Int, Int>().run(for: 1) { p } },
  ]
}
