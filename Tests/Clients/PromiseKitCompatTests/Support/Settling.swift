// How and when a test's promise settles, and where its handlers run.

import Dispatch
import PromiseKitCompat
import TestSupport

/// How a test's promise settles.
enum Settlement: CaseIterable, Sendable {
  case fulfilled, rejected, cancelled

  var outcome: Outcome {
    switch self {
    case .fulfilled: .fulfilled(1)
    case .rejected: .rejected(.first)
    case .cancelled: .cancelled
    }
  }

  func settle(_ resolver: Resolver<Int>) {
    switch self {
    case .fulfilled: resolver.fulfill(1)
    case .rejected: resolver.reject(TestError.first)
    case .cancelled: resolver.reject(PMKError.cancelled)
    }
  }
}

/// When a test's promise settles, relative to the registration of its handlers.
enum SettleTime: CaseIterable, Sendable {
  /// Before anything is registered.
  case already
  /// Right after registration, by the same code.
  case atOnce
  /// By another thread, after registration.
  case elsewhere

  /// Calls `register` once, and `settle` once before or after it, depending on the case.
  func observe<R>(
    _ register: () throws -> R, settle: @escaping @Sendable () -> Void
  ) async throws -> R {
    if case .already = self { settle() }
    let registered = try register()
    switch self {
    case .already: break
    case .atOnce: settle()
    case .elsewhere: try await onFreshThread { settle() }
    }
    return registered
  }

  /// Does the same with a new promise, which settles as given.
  func observe<R>(
    _ settlement: Settlement, _ register: (Promise<Int>) throws -> R
  ) async throws -> R {
    let (promise, resolver) = Promise<Int>.pending()
    return try await observe({ try register(promise) }, settle: { settlement.settle(resolver) })
  }
}

/// Where handlers run.
enum Route: CaseIterable, Sendable {
  case main, inline, global

  var queue: DispatchQueue? {
    switch self {
    case .main: .main
    case .inline: nil
    case .global: .global()
    }
  }
}

/// A value that the test, but not the compiler, knows to be safe on other threads.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// Pending promises with their resolvers.
func pendingPromises(_ count: Int) -> (promises: [Promise<Int>], resolvers: [Resolver<Int>]) {
  let pending = (0..<count).map { _ in pendingWork() }
  return (pending.map(\.promise), pending.map(\.resolver))
}

/// A pending promise whose work is stopped when its last consumer leaves.
func pendingWork() -> (promise: Promise<Int>, resolver: Resolver<Int>) {
  let seals = Journal<Resolver<Int>>()
  let promise = Promise<Int>(onCancel: {}) { seals.write($0) }
  return (promise, seals.entries[0])
}

/// All combinations of three kinds of arguments.
func combinations<A, B, C>(_ a: [A], _ b: [B], _ c: [C]) -> [(A, B, C)] {
  a.flatMap { a in b.flatMap { b in c.map { c in (a, b, c) } } }
}

/// A custom thenable that immediately calls back with several results.
final class OwnThenable: Thenable, @unchecked Sendable {
  private let results: [PromiseKitCompat.Result<Int>]

  init(_ results: PromiseKitCompat.Result<Int>...) { self.results = results }

  func pipe(to body: @escaping (PromiseKitCompat.Result<Int>) -> Void) {
    for result in results { body(result) }
  }

  var result: PromiseKitCompat.Result<Int>? { results.first }
}

/// A custom thenable that calls back on a queue, and counts the calls of `pipe`.
final class LaterThenable<T: Sendable>: Thenable, Sendable {
  private let value: T
  private let pipes = Locked(0)

  init(_ value: T) { self.value = value }

  var timesPiped: Int { pipes.withLock { $0 } }

  func pipe(to body: @escaping (PromiseKitCompat.Result<T>) -> Void) {
    pipes.withLock { $0 += 1 }
    let body = Unchecked(body)
    DispatchQueue.global().async { [value] in body.value(.fulfilled(value)) }
  }

  var result: PromiseKitCompat.Result<T>? { .fulfilled(value) }
}
