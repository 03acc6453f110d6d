// Every closure that the public interface takes, for the matrix of contexts: see ContextTests.

import AsyncPromises
import AsyncPromisesSharing
import TestSupport

/// A call that takes a closure and keeps it.
struct ContextCall: Sendable, CustomStringConvertible {
  typealias Make =
    @Sendable (isolated (any Actor)?, Promise<Int>, ContextWitness) -> Promise<Void>

  let description: String
  /// Whether the closure is work, which sees the task-locals of the code that starts it (D1).
  var isWork = false
  /// Whether the closure may run in the task of work that ends late, and see its task-locals.
  var mayFollowWork = false
  /// Whether the closure runs within the call that cancels its promise (E1).
  var runsInCancel = false
  /// Makes the call. The closure runs in the isolation, and calls the witness.
  let make: Make

  /// - Parameters:
  ///   - call: the name of the call. `.ci/documentation` compares it with the public symbols, and
  ///     counts the forms that take this closure.
  ///   - parameter: the name of the closure's parameter.
  init(_ call: String, _ parameter: String, _ make: @escaping Make) {
    (description, self.make) = ("\(call), \(parameter)", make)
  }

  private init(_ link: ChainOperator) {
    description = "\(link)"
    make = { isolation, source, witness in
      link.derive(from: source, errors: TestError.self, on: isolation) { _ in
        witness.runs()
        return .value(1)
      }.map { _ in }
    }
  }

  private var work: ContextCall {
    var call = self
    call.isWork = true
    return call
  }

  private var followingWork: ContextCall {
    var call = self
    call.mayFollowWork = true
    return call
  }

  private var inCancel: ContextCall {
    var call = self
    call.runsInCancel = true
    return call
  }

  static var all: [ContextCall] {
    ChainOperator.allCases.map { ContextCall($0) } + making.map(\.work)
      + sharing.map(\.work) + repeating.map(\.work) + late.map(\.followingWork) + grouping + mapping
      + cancelling.map(\.inCancel)
  }

  private static let making = [
    ContextCall("Promise.init", "operation") { isolation, source, witness in
      Promise {
        witness.runs(on: isolation)
        _ = try await source.get()
      }
    },
    ContextCall("Promise.init", "operation") { isolation, source, witness in
      Promise {
        witness.runs(on: isolation)
        return source.map { _ in }
      }
    },
    ContextCall("Promise.init", "operation") { isolation, source, witness in
      Promise(onLateValue: { _ in }) {
        witness.runs(on: isolation)
        _ = try await source.get()
      }
    },
    ContextCall("Promise.immediate", "operation") { isolation, source, witness in
      Promise.immediate {
        witness.runs(on: isolation)
        _ = try await source.get()
      }
    },
    ContextCall("Promise.immediate", "operation") { isolation, source, witness in
      Promise.immediate {
        witness.runs(on: isolation)
        return source.map { _ in }
      }
    },
    ContextCall("AsyncSequence.firstValue", "where") { isolation, source, witness in
      OneElement(source).firstValue { _ in
        witness.runs(on: isolation)
        return true
      }.map { _ in }
    },
  ]

  private static let sharing = [
    ContextCall("PromiseLimiter.run", "operation") { isolation, source, witness in
      PromiseLimiter(limit: 1).run {
        witness.runs(on: isolation)
        _ = try await source.get()
      }
    },
    ContextCall("PromiseLimiter.run", "operation") { isolation, source, witness in
      PromiseLimiter(limit: 1).run {
        witness.runs(on: isolation)
        return source.map { _ in }
      }
    },
    ContextCall("SingleFlight.run", "operation") { isolation, source, witness in
      SingleFlight<Int, Void>().run(for: 1) {
        witness.runs(on: isolation)
        _ = try await source.get()
      }
    },
    ContextCall("SingleFlight.run", "operation") { isolation, source, witness in
      SingleFlight<Int, Void>().run(for: 1) {
        witness.runs(on: isolation)
        return source.map { _ in }
      }
    },
    ContextCall("SingleFlight.restart", "operation") { isolation, source, witness in
      SingleFlight<Int, Void>().restart(for: 1) {
        witness.runs(on: isolation)
        _ = try await source.get()
      }
    },
    ContextCall("SingleFlight.restart", "operation") { isolation, source, witness in
      SingleFlight<Int, Void>().restart(for: 1) {
        witness.runs(on: isolation)
        return source.map { _ in }
      }
    },
    ContextCall("PromiseCache.value", "operation") { isolation, source, witness in
      PromiseCache<Int, Void>().value(for: 1) {
        witness.runs(on: isolation)
        _ = try await source.get()
      }
    },
    ContextCall("PromiseCache.value", "operation") { isolation, source, witness in
      PromiseCache<Int, Void>().value(for: 1) {
        witness.runs(on: isolation)
        return source.map { _ in }
      }
    },
  ]

  private static let repeating = [
    ContextCall("Promise.retry", "when") { isolation, source, witness in
      Promise.retry(maxAttempts: 2) { _, _ in
        witness.runs(on: isolation)
        return .stop
      } _: { @Sendable _ in
        _ = try await source.get()
      }
    },
    ContextCall("Promise.retry", "when") { isolation, source, witness in
      Promise.retry(maxAttempts: 2) { _, _ in
        witness.runs(on: isolation)
        return .stop
      } _: { @Sendable _ in
        source.map { _ in }
      }
    },
    ContextCall("Promise.retry", "operation") { isolation, source, witness in
      Promise.retry(maxAttempts: 1) { _ in
        witness.runs(on: isolation)
        _ = try await source.get()
      }
    },
    ContextCall("Promise.retry", "operation") { isolation, source, witness in
      Promise.retry(maxAttempts: 1) { _ in
        witness.runs(on: isolation)
        return source.map { _ in }
      }
    },
    ContextCall("Promise.retry", "when") { isolation, source, witness in
      Promise.retry { _, _ in
        witness.runs(on: isolation)
        return .stop
      } _: { @Sendable in
        _ = try await source.get()
      }
    },
    ContextCall("Promise.retry", "when") { isolation, source, witness in
      Promise.retry { _, _ in
        witness.runs(on: isolation)
        return .stop
      } _: { @Sendable in
        source.map { _ in }
      }
    },
    ContextCall("Promise.retry", "onFailure") { isolation, source, witness in
      Promise.retry(maxAttempts: 1, onFailure: { _, _ in witness.runs(on: isolation) }) {
        @Sendable _ in
        _ = try await source.get()
      }
    },
    ContextCall("Promise.retry", "onFailure") { isolation, source, witness in
      Promise.retry(maxAttempts: 1, onFailure: { _, _ in witness.runs(on: isolation) }) {
        @Sendable _ in
        source.map { _ in }
      }
    },
    ContextCall("Promise.retry", "onFailure") { isolation, source, witness in
      Promise.retry(maxAttempts: 1, onFailure: { _, _ in witness.runs(on: isolation) }) {
        @Sendable in
        _ = try await source.get()
      }
    },
    ContextCall("Promise.retry", "onFailure") { isolation, source, witness in
      Promise.retry(maxAttempts: 1, onFailure: { _, _ in witness.runs(on: isolation) }) {
        @Sendable in
        source.map { _ in }
      }
    },
    ContextCall("Promise.retry", "operation") { isolation, source, witness in
      Promise.retry(maxAttempts: 1) {
        witness.runs(on: isolation)
        _ = try await source.get()
      }
    },
    ContextCall("Promise.retry", "operation") { isolation, source, witness in
      Promise.retry(maxAttempts: 1) {
        witness.runs(on: isolation)
        return source.map { _ in }
      }
    },
  ]
}

/// A sequence of one element.
private struct OneElement: AsyncSequence, Sendable {
  let promise: Promise<Int>

  init(_ promise: Promise<Int>) { self.promise = promise }

  struct AsyncIterator: AsyncIteratorProtocol {
    let promise: Promise<Int>
    func next() async throws -> Int? { try await promise.get() }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(promise: promise) }
}
