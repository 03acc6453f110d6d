// The operators that hand their closures an owner, to test a clause with each of them.

import AsyncPromises
import TestSupport

/// What handlers are written for.
final class Owner: Sendable {
  let number = 10
  private let object: Tracked?

  init(_ object: Tracked? = nil) { self.object = object }
}

/// An operator with an owner, and the form of its closure.
enum OwnerForm: CaseIterable, Sendable {
  case map, mapAsync, then, thenAsync, done
  case recover, recoverAsync, recoverPromise, recoverAsyncPromise
  case recoverFrom, recoverFromAsync, recoverFromPromise, recoverFromAsyncPromise
  case `catch`, catchOfType, catchExcept
  case tap, finally

  static let ofValues: [OwnerForm] = [.map, .mapAsync, .then, .thenAsync, .done]

  /// Those that return a promise of the same outcome.
  static let passing: [OwnerForm] = [.catch, .catchOfType, .catchExcept, .tap, .finally]

  static let asynchronous: [OwnerForm] = [
    .mapAsync, .thenAsync, .recoverAsync, .recoverAsyncPromise, .recoverFromAsync,
    .recoverFromAsyncPromise,
  ]

  /// Those whose closures can throw: the others pass the outcome on.
  static let throwing = allCases.filter { !passing.contains($0) }

  /// Those whose closures are for one of the two outcomes.
  static let choosing = allCases.filter { $0 != .tap && $0 != .finally }

  /// What the closure is called for.
  var occasion: Settlement {
    OwnerForm.ofValues.contains(self) || self == .tap || self == .finally ? .fulfilled : .rejected
  }

  /// What it is not called for.
  var otherOccasion: Settlement { occasion == .fulfilled ? .rejected : .fulfilled }

  /// What becomes of the derived promise when the closure has returned.
  var outcome: Outcome {
    OwnerForm.passing.contains(self) ? occasion.outcome : .fulfilled(11)
  }

  /// What becomes of it when there is no owner.
  var outcomeWithoutOwner: Outcome {
    OwnerForm.passing.contains(self) ? occasion.outcome : .cancelled
  }

  /// Registers a handler without isolation.
  func attach(
    to source: Promise<Int>, _ owner: Owner, _ body: @escaping @Sendable (Owner) throws -> Void
  ) -> Promise<Int> {
    attach(to: source, owner, on: nil, body)
  }

  /// Registers a handler that calls `body`. What it makes is the owner's number and one.
  func attach(
    to source: Promise<Int>, _ owner: Owner, on isolation: isolated (any Actor)?,
    _ body: @escaping @Sendable (Owner) throws -> Void
  ) -> Promise<Int> {
    let call: @Sendable (Owner) throws -> Int = {
      try body($0)
      return $0.number + 1
    }
    switch self {
    case .map:
      return source.map(with: owner) { owner, _ in
        _ = isolation
        return try call(owner)
      }
    case .mapAsync:
      return source.map(.async, with: owner) { owner, _ async throws in
        _ = isolation
        return try call(owner)
      }
    case .then:
      return source.then(with: owner) { owner, _ in
        _ = isolation
        return .fulfilled(try call(owner))
      }
    case .thenAsync:
      return source.then(.async, with: owner) { owner, _ async throws in
        _ = isolation
        return .fulfilled(try call(owner))
      }
    case .done:
      return source.done(with: owner) { owner, _ in
        _ = isolation
        try body(owner)
      }.map { 11 }
    case .catch:
      return source.catch(with: owner) { owner, _ in
        _ = isolation
        try? body(owner)
      }
    case .catchOfType:
      return source.catch(TestError.self, with: owner) { owner, _ in
        _ = isolation
        try? body(owner)
      }
    case .catchExcept:
      return source.catch(except: CancellationError.self, with: owner) { owner, _ in
        _ = isolation
        try? body(owner)
      }
    case .tap:
      return source.tap(with: owner) { owner, _ in
        _ = isolation
        try? body(owner)
      }
    case .finally:
      return source.finally(with: owner) { owner in
        _ = isolation
        try? body(owner)
      }
    default: return recover(source, owner, on: isolation, call)
    }
  }

  private func recover(
    _ source: Promise<Int>, _ owner: Owner, on isolation: isolated (any Actor)?,
    _ call: @escaping @Sendable (Owner) throws -> Int
  ) -> Promise<Int> {
    let type = TestError.self
    switch self {
    case .recoverAsync:
      return source.recover(.async, with: owner) { owner, _ async throws in
        _ = isolation
        return try call(owner)
      }
    case .recoverPromise:
      return source.recover(.promise, with: owner) { owner, _ in
        _ = isolation
        return .fulfilled(try call(owner))
      }
    case .recoverAsyncPromise:
      return source.recover(.async, .promise, with: owner) { owner, _ async throws in
        _ = isolation
        return .fulfilled(try call(owner))
      }
    case .recoverFrom:
      return source.recover(from: type, with: owner) { owner, _ in
        _ = isolation
        return try call(owner)
      }
    case .recoverFromAsync:
      return source.recover(from: type, .async, with: owner) { owner, _ async throws in
        _ = isolation
        return try call(owner)
      }
    case .recoverFromPromise:
      return source.recover(from: type, .promise, with: owner) { owner, _ in
        _ = isolation
        return .fulfilled(try call(owner))
      }
    case .recoverFromAsyncPromise:
      return source.recover(from: type, .async, .promise, with: owner) { owner, _ async throws in
        _ = isolation
        return .fulfilled(try call(owner))
      }
    default:
      return source.recover(with: owner) { owner, _ in
        _ = isolation
        return try call(owner)
      }
    }
  }

  /// Registers a handler that awaits `body`, in the forms that can.
  func attachAsync(
    to source: Promise<Int>, _ owner: Owner,
    _ body: @escaping @Sendable () async throws -> Void
  ) -> Promise<Int> {
    let call: @Sendable () async throws -> Int = {
      try await body()
      return 11
    }
    let type = TestError.self
    switch self {
    case .thenAsync:
      return source.then(.async, with: owner) { _, _ in .fulfilled(try await call()) }
    case .recoverAsync:
      return source.recover(.async, with: owner) { _, _ in try await call() }
    case .recoverAsyncPromise:
      return source.recover(.async, .promise, with: owner) { _, _ in
        .fulfilled(try await call())
      }
    case .recoverFromAsync:
      return source.recover(from: type, .async, with: owner) { _, _ in try await call() }
    case .recoverFromAsyncPromise:
      return source.recover(from: type, .async, .promise, with: owner) { _, _ in
        .fulfilled(try await call())
      }
    default:
      return source.map(.async, with: owner) { _, _ in try await call() }
    }
  }
}
