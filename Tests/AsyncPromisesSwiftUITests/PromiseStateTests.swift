// PromiseState.swift: what a view shows of a promise.

import AsyncPromises
import AsyncPromisesSwiftUI
import Observation
import TestSupport
import Testing

@Suite("PromiseState", .timeLimit(.minutes(10)))
@MainActor struct PromiseStateTests {
  private struct Failure: Error {}

  private func pendingWork() -> (Promise<Int>, Resolver<Int>, stopped: Promise<Void>) {
    let (promise, resolver) = Promise<Int>.pending()
    let (stopped, stop) = Promise<Void>.pending()
    resolver.onCancel { stop.fulfill() }
    return (promise, resolver, stopped)
  }

  /// Returns when due handlers on the main actor have run.
  private func turn(after promise: Promise<Int>) async { _ = await promise.tap { _ in }.result }

  @Test("loading, then the value")
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func value() async {
    let state = PromiseState<Int>()
    guard case .idle = state.phase else { return #expect(Bool(false)) }
    let (promise, resolver) = Promise<Int>.pending()
    state.load(promise)
    #expect(state.isLoading && state.value == nil && state.error == nil)
    resolver.fulfill(1)
    await turn(after: promise)
    #expect(!state.isLoading && state.value == 1)
    guard case .success(1) = state.phase else { return #expect(Bool(false)) }
  }

  @Test("loading, then the failure, and the last value stays")
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func failure() async {
    let state = PromiseState<Int>()
    state.load(.fulfilled(1))
    let (promise, resolver) = Promise<Int>.pending()
    state.load(promise)
    #expect(state.isLoading && state.value == 1)
    resolver.reject(Failure())
    await turn(after: promise)
    #expect(state.error is Failure && state.value == 1)
  }

  @Test("a promise that is already settled is shown immediately")
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func settled() {
    let state = PromiseState<Int>()
    state.load(.fulfilled(1))
    #expect(state.value == 1 && !state.isLoading)
    state.load(.rejected(Failure()))
    #expect(state.error is Failure)
  }

  @Test("E2: a new load leaves the previous promise, whose outcome is ignored")
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func replaced() async throws {
    let state = PromiseState<Int>()
    let (first, firstResolver, stopped) = pendingWork()
    let (shared, sharedResolver) = Promise<Int>.pending()
    let other = shared.map { $0 }
    state.load(first)
    state.load(shared)
    try await stopped.value
    let (last, lastResolver) = Promise<Int>.pending()
    state.load(last)
    sharedResolver.fulfill(2)
    #expect(try await other.value == 2)
    await turn(after: shared)
    #expect(state.isLoading && state.value == nil)
    lastResolver.fulfill(3)
    await turn(after: last)
    #expect(state.value == 3)
    withExtendedLifetime(firstResolver) {}
  }

  @Test("E2: a released state leaves its promise")
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func released() async throws {
    let (promise, resolver, stopped) = pendingWork()
    do {
      let state = PromiseState<Int>()
      state.load(promise)
      #expect(state.isLoading)
    }
    try await stopped.value
    withExtendedLifetime(resolver) {}
  }

  @Test("E2: a cancelled state shows nothing and leaves its promise")
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func cancelled() async throws {
    let state = PromiseState<Int>()
    let (promise, resolver, stopped) = pendingWork()
    state.load(promise)
    state.cancel()
    guard case .idle = state.phase else { return #expect(Bool(false)) }
    try await stopped.value
    withExtendedLifetime(resolver) {}
  }

  @Test("E1: a promise that is cancelled elsewhere shows as a failure")
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func cancelledByOthers() async {
    let state = PromiseState<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    state.load(promise)
    promise.cancel()
    await turn(after: promise)
    #expect(state.error is CancellationError)
    withExtendedLifetime(resolver) {}
  }

  @Test("a view's task waits for the promise, and leaves it when the task is cancelled")
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func task() async throws {
    let state = PromiseState<Int>()
    await state.loading(.fulfilled(1))
    #expect(state.value == 1)
    let (promise, resolver, stopped) = pendingWork()
    let (begun, begin) = Promise<Void>.pending()
    withObservationTracking {
      _ = state.phase
    } onChange: {
      begin.fulfill()
    }
    let task = Task { await state.loading(promise) }
    try await begun.value
    task.cancel()
    await task.value
    try await stopped.value
    guard case .idle = state.phase else { return #expect(Bool(false)) }
    withExtendedLifetime(resolver) {}
  }

  @Test("observers are notified of each change")
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  func observation() async {
    let state = PromiseState<Int>()
    let (changed, change) = Promise<Void>.pending()
    withObservationTracking {
      _ = state.phase
    } onChange: {
      change.fulfill()
    }
    #expect(changed.resultIfSettled == nil)
    state.load(.fulfilled(1))
    #expect(changed.resultIfSettled != nil)
  }
}
