// Checks that apply to every chaining operator, shared by the tests of the operators.

import AsyncPromises
import TestSupport
import Testing

/// Derives a promise from the given one, with a handler that calls the given function.
typealias Derivation<U: Sendable> = (Promise<Int>, @escaping @Sendable () -> Void) -> Promise<U>

/// The same with an asynchronous handler.
typealias AsyncDerivation<U: Sendable> =
  (Promise<Int>, @escaping @Sendable () async throws -> Void) -> Promise<U>

/// E2: a cancelled derived promise is rejected immediately, leaves its source, whose work stops if
/// there are no other consumers, and releases its handler. The handler runs `runs` times.
func expectWithdrawal<U>(
  runs: Int = 0, _ derive: Derivation<U>, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  for hasWork in [true, false] {
    let (source, resolver) = hasWork ? pendingWork() : Promise<Int>.pending()
    let ran = Journal<Bool>()
    let (derived, freed) = tracking { object in
      derive(source) {
        object.use()
        ran.write(true)
      }
    }
    #expect(derived.cancel(), sourceLocation: sourceLocation)
    #expect(derived.isRejectedByCancellation, sourceLocation: sourceLocation)
    #expect(source.isAbandoned == hasWork, sourceLocation: sourceLocation)
    #expect(resolver.fulfill(1) == !hasWork, sourceLocation: sourceLocation)
    try await freed.value
    #expect(ran.count == runs, sourceLocation: sourceLocation)
    withExtendedLifetime((source, derived)) {}
  }
}

/// E2: cancelling a derived promise doesn't stop a source that has other consumers: a derived
/// promise, a handler, a waiting task.
func expectOthersGoOn<U>(
  runs: Int = 0, _ derive: Derivation<U>, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let (source, resolver) = Promise<Int>.pending()
  let ran = Journal<Bool>()
  let elder = source.map { $0 - 1 }
  let (derived, freed) = tracking { object in
    derive(source) {
      object.use()
      ran.write(true)
    }
  }
  let other = source.map { $0 + 1 }
  let handled = Promise<Int> { seen in source.whenSettled { seen.resolve(with: $0) } }
  let waiting = await startWaiting(for: source)
  #expect(derived.cancel(), sourceLocation: sourceLocation)
  #expect(derived.isRejectedByCancellation, sourceLocation: sourceLocation)
  try #require(source.resultIfSettled == nil, sourceLocation: sourceLocation)
  #expect(resolver.fulfill(1), sourceLocation: sourceLocation)
  #expect(try await elder.value == 0, sourceLocation: sourceLocation)
  #expect(try await other.value == 2, sourceLocation: sourceLocation)
  #expect(try await handled.value == 1, sourceLocation: sourceLocation)
  #expect(try await waiting.value == 1, sourceLocation: sourceLocation)
  try await freed.value
  #expect(ran.count == runs, sourceLocation: sourceLocation)
  withExtendedLifetime(derived) {}
}

/// E2: cancelling the derived promise, or the last promise derived from it, cancels the task of a
/// running asynchronous handler.
func expectTaskCancelled<U>(
  after result: Result<Int, any Error> = .success(1), _ derive: AsyncDerivation<U>,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  for downstream in [false, true] {
    let (started, start) = Promise<Void>.pending()
    let (ended, end) = Promise<Bool>.pending()
    let (never, keep) = Promise<Void>.pending()
    let derived = derive(Promise(result)) {
      start.fulfill()
      defer { end.fulfill(Task.isCancelled) }
      try await never.value
    }
    try await started.value
    let cancelled = downstream ? derived.tap { _ in } : derived
    #expect(cancelled.cancel(), sourceLocation: sourceLocation)
    #expect(
      downstream ? derived.isAbandoned : derived.isRejectedByCancellation,
      sourceLocation: sourceLocation)
    #expect(try await ended.value, sourceLocation: sourceLocation)
    #expect(never.resultIfSettled == nil, sourceLocation: sourceLocation)
    withExtendedLifetime(keep) {}
  }
}

/// B6: a handler is released once it has run or been skipped, even if its promises live on.
func expectRelease<U>(
  after result: Result<Int, any Error>, runs: Int, _ derive: Derivation<U>,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  for time in SettleTime.allCases {
    let subject = Subject(result, time)
    let ran = Journal<Bool>()
    let (derived, freed) = tracking { object in
      derive(subject.promise) {
        object.use()
        ran.write(true)
      }
    }
    await subject.settle()
    try await freed.value
    #expect(ran.count == runs, "\(time)", sourceLocation: sourceLocation)
    withExtendedLifetime((subject, derived)) {}
  }
}
