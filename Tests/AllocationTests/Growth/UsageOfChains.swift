// Chains of handlers, and how they are cancelled.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport

extension Usage {
  static let chains = ChainOperator.allCases.map { Usage($0) } + special

  /// An operator, after a success and after a failure.
  private init(_ link: ChainOperator) {
    self.init("\(link)") { _ in
      for result in [.success(1), .failure(usageError)] as [Result<Int, any Error>] {
        let (source, resolver) = Promise<Int>.pending()
        let end = link.derive(from: source, errors: UsageError.self) { _ in .value(1) }
        resolver.resolve(with: result)
        _ = await end.result
      }
    }
  }

  private static let special: [Usage] = [
    Usage("an asynchronous handler that throws") { _ in
      let source = Promise.fulfilled(1).map(.async) { _ async throws -> Int in throw usageError }
      _ = await source.result
    },
    Usage("handlers of the main actor") { _ in
      let (source, resolver) = Promise<Int>.pending()
      let end = source.map { @MainActor in $0 + 1 }.map { @MainActor in $0 + 1 }
      resolver.fulfill(1)
      _ = try await end.get()
    },
    Usage("a loop of then") { _ in try await loop(3).get() },
    Usage("a handler whose owner is gone") { _ in
      let (source, resolver) = Promise<Int>.pending()
      let end = source.done(with: UsageOwner()) { _, _ in }
      resolver.fulfill(1)
      _ = await end.result
    },
  ]

  static let cancelling: [Usage] = [
    Usage("cancel, onCancel") { _ in
      let (promise, resolver) = Promise<Int>.pending()
      let end = promise.recover { _ in 0 }
      resolver.onCancel {}
      promise.cancel()
      _ = try await end.get()
    },
    Usage("cancel, an operation") { neighbours in
      let (began, begin) = Promise<Void>.pending()
      let promise = Promise<Int> { () async throws in
        begin.fulfill()
        return try await neighbours.gate.value
      }
      try await began.get()
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
    Usage("abandoned, and a consumer that comes late") { neighbours in
      let promise = neighbours.gate.map { $0 + 1 }
      promise.map { $0 + 1 }.cancel()
      _ = await promise.map { $0 + 1 }.result
    },
    Usage("abandoned, an operation and a resolver") { neighbours in
      let (pending, resolver) = Promise<Int>.pending()
      resolver.onCancel {}
      let operation = Promise<Int> { () async throws in try await neighbours.gate.get() }
      Promise.all(pending, operation).cancel()
      _ = await pending.result
      try await operation.waitForOperation()
    },
    Usage("shielded, with consumers that come and go") { neighbours in
      let shielded = neighbours.gate.map { $0 + 1 }.shielded()
      shielded.map { $0 + 1 }.cancel()
      await cancelWait { _ = try await shielded.get() }
      _ = await shielded.timeout(after: short).result
      shielded.cancel()
    },
    Usage("shielded, each consumer by itself") { neighbours in
      neighbours.gate.shielded().map { $0 + 1 }.cancel()
      await cancelWait { _ = try await neighbours.gate.shielded().get() }
      _ = await neighbours.gate.shielded().timeout(after: short).result
      _ = neighbours.gate.shielded()
    },
    Usage("shielded, fulfilled") { _ in
      let (source, resolver) = Promise<Int>.pending()
      let shielded = source.shielded()
      shielded.map { $0 + 1 }.cancel()
      resolver.fulfill(1)
      _ = try await shielded.get()
    },
  ]

  private static func loop(_ rounds: Int) -> Promise<Void> {
    rounds == 0 ? .fulfilled : Promise { rounds - 1 }.then { loop($0) }
  }
}

private final class UsageOwner: Sendable {}
