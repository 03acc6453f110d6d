// The building blocks of this module's continuations, on top of those that all compatibility
// modules share.

import AsyncPromises
import PromiseCompatSupport

/// How a continuation runs: for which promise, on which executor, and with which token.
@usableFromInline
struct Continuing {
  @usableFromInline let handling: Handling
  @usableFromInline let executor: Executor
  @usableFromInline let token: CancellationToken?
  @usableFromInline let site: (fileID: StaticString, line: UInt)

  @inlinable
  init(
    _ kind: Operator, _ fileID: StaticString, _ line: UInt, _ executor: Executor,
    _ token: CancellationToken? = nil
  ) {
    handling = Handling(Origin(kind, fileID, line), in: executor.context)
    self.executor = executor
    self.token = token
    site = (fileID, line)
  }

  /// Whether the core alone can run it.
  @inlinable var isPlain: Bool { token == nil && executor.closure == nil }
}

extension AsyncPromises.Promise {
  /// Returns a promise for the result of calling `body` with the outcome.
  @inlinable
  func settle<Input, Output, U>(
    _ way: Continuing, for purpose: Handler.Purpose = .anyOutcome,
    _ continuation: @escaping (Input) throws -> Output,
    _ body: @escaping ((Input) throws -> Output, Swift.Result<Value, any Error>) throws -> U
  ) -> Core<U> {
    if way.isPlain { return settle(way.handling, for: purpose, continuation, body) }
    return detour(way, purpose) { outcome, _ in
      .fulfilled(Transfer(try body(continuation, outcome)))
    }
  }

  /// Returns a promise that follows the one that `body` returns.
  @inlinable
  func follow<Input, Output, U>(
    _ way: Continuing, for purpose: Handler.Purpose = .anyOutcome,
    _ continuation: @escaping (Input) throws -> Output,
    _ body: @escaping ((Input) throws -> Output, Swift.Result<Value, any Error>) throws -> Core<U>
  ) -> Core<U> {
    if way.isPlain { return follow(way.handling, for: purpose, continuation, body) }
    return detour(way, purpose) { outcome, token in
      let inner = try body(continuation, outcome)
      guard let token else { return inner }
      return inner.settle(Handling(.none)) {
        try token.throwIfCancellationIsRequested()
        return try $0.get().value
      }
    }
  }

  /// Returns a promise that follows the one that `step` returns. If the executor has a closure,
  /// that runs the step. The token is checked before the step, whatever its purpose.
  @usableFromInline
  func detour<U>(
    _ way: Continuing, _ purpose: Handler.Purpose,
    _ step: @escaping (Swift.Result<Value, any Error>, CancellationToken?) throws -> Core<U>
  ) -> Core<U> {
    let (token, execute, site) = (way.token, way.executor.closure, way.site)
    func next(_ outcome: Swift.Result<Value, any Error>) throws -> Core<U> {
      try token?.throwIfCancellationIsRequested()
      return try step(outcome, token)
    }
    func run(_ outcome: Swift.Result<Value, any Error>) throws -> Core<U> {
      guard let execute else { return try next(outcome) }
      let (core, resolver) = Core<U>.pending(fileID: site.fileID, line: site.line)
      // When everybody has left, the step that waits on the executor is work to skip.
      resolver.onCancel {}
      let scope = CallScope()
      execute {
        // Don't run it twice, or for a task that has been cancelled meanwhile.
        guard resolver.isPending else { return }
        do {
          resolver.follow(try scope.bind { try next(outcome) })
        } catch {
          resolver.reject(error)
        }
      }
      return core
    }
    return follow(way.handling, for: token == nil ? purpose : .anyOutcome, run) { run, outcome in
      try run(outcome)
    }
  }
}
