// CancellationToken.swift: requests, queries and observers; and delays that take tokens.

import AsyncPromises
import AsyncPromisesTesting
import BoltsCompat
import TestSupport
import Testing

@Suite("Cancellation tokens", .timeLimit(.minutes(10)))
struct CancellationTokenTests {
  @Test("observers run once, in order, within cancel(); late ones run on registration")
  func observers() {
    let source = CancellationTokenSource()
    let told = Journal<Int>()
    for number in 1...3 {
      source.token.registerCancellationObserver { told.write(StackMark.isSet ? number : 0) }
    }
    #expect(!source.token.isCancellationRequested && told.count == 0)
    StackMark.during { source.cancel() }
    source.cancel()
    #expect(source.token.isCancellationRequested && source.isCancellationRequested)
    StackMark.during { _ = source.token.registerCancellationObserver { told.write(4) } }
    #expect(told.entries == [1, 2, 3, 4])
  }

  @Test("observers run within cancel() even inside a continuation")
  func observersInContinuation() {
    let source = CancellationTokenSource()
    let delay = Task.withDelay(10_000, cancellationToken: source.token)
    let told = Journal<Int>()
    source.token.registerCancellationObserver { told.write(1) }
    Task(1).continueWith { _ in
      source.cancel()
      told.write(delay.cancelled ? 2 : 0)
      source.token.registerCancellationObserver { told.write(3) }
      told.write(4)
    }
    #expect(told.entries == [1, 2, 3, 4])
  }

  @Test("a disposed registration releases its observer; the others still run")
  func registrations() async throws {
    let source = CancellationTokenSource()
    let told = Journal<Int>()
    let (gone, freed) = tracking { object in
      source.token.registerCancellationObserver { object.use() }
    }
    let last = source.token.registerCancellationObserver { told.write(1) }
    gone.dispose()
    gone.dispose()
    try await freed.pass()
    source.cancel()
    #expect(told.entries == [1])
    last.dispose()
  }

  @Test("disposing of the last registration doesn't request cancellation")
  func lastRegistration() {
    let source = CancellationTokenSource()
    source.token.registerCancellationObserver {}.dispose()
    #expect(!source.isCancellationRequested)
    source.cancel()
    #expect(source.isCancellationRequested)
  }

  @Test("a disposed or deallocated source doesn't request cancellation", arguments: [true, false])
  func disposed(isExplicit: Bool) async throws {
    let told = Journal<Int>()
    let (token, freed) = tracking { object in
      let source = CancellationTokenSource()
      source.token.registerCancellationObserver {
        object.use()
        told.write(1)
      }
      if isExplicit {
        source.dispose()
        source.dispose()
        source.cancel()
      }
      return source.token
    }
    try await freed.pass()
    #expect(!token.isCancellationRequested && told.count == 0)
  }

  @Test("a delayed request keeps its source alive")
  func afterDelay() async throws {
    let told = Gate()
    let token = {
      let source = CancellationTokenSource()
      source.cancelAfterDelay(1)
      return source.token
    }()
    token.registerCancellationObserver { told.open() }
    try await told.pass()
    #expect(token.isCancellationRequested)
  }

  @Test("a zero delay ends immediately; a later call replaces an earlier one")
  func delays() {
    let source = CancellationTokenSource()
    source.cancel(afterDelay: 10_000_000)
    source.cancel(afterDelay: -1)
    #expect(!source.isCancellationRequested)
    source.cancel(afterDelay: 10_000_000)
    source.cancel(afterDelay: 0)
    #expect(source.isCancellationRequested)
    source.cancel(afterDelay: 1)
  }

  @Test("a delay releases its source, however it ends")
  func delayLifetime() {
    let ends: [(CancellationTokenSource) -> Void] = [
      { $0.cancel() }, { $0.dispose() }, { $0.cancel(afterDelay: -1) },
      { $0.cancel(afterDelay: 0) },
      { source in
        source.cancel(afterDelay: 20_000_000)
        source.cancel(afterDelay: -1)
      },
    ]
    for end in ends {
      weak var source: CancellationTokenSource?
      do {
        let made = CancellationTokenSource()
        made.cancel(afterDelay: 10_000_000)
        end(made)
        source = made
      }
      #expect(source == nil)
    }
  }

  @Test("a delay below -1 traps")
  func trap() async {
    await #expect(processExitsWith: .failure) { CancellationTokenSource().cancelAfterDelay(-2) }
  }

  @Test("a scope doesn't wait for a pending source", .needsTracking)
  func untracked() async throws {
    try await withPromiseScope { scope in
      let source = CancellationTokenSource()
      source.token.registerCancellationObserver {}
      source.cancel(afterDelay: 10_000_000)
      try await scope.settle(within: .zero)
      source.cancel()
      #expect(scope.events.isEmpty)
    }
  }

  // MARK: Continuations

  @Test(
    "after the request, a continuation that comes due is cancelled, not run",
    arguments: Continuation.allCases, Route.allCases)
  func continuations(kind: Continuation, route: Route) async throws {
    for settlement in Settlement.allCases {
      for isRequested in [true, false] {
        let (source, tokens) = (TaskCompletionSource<Int>(), CancellationTokenSource())
        let ran = Journal<Bool>()
        let (derived, freed) = tracking { object in
          kind.derive(from: source.task, route.executor, tokens.token) {
            object.use()
            ran.write(true)
          }
        }
        if isRequested { tokens.cancel() }
        #expect(!source.task.completed && !derived.completed)
        settlement.settle(source)
        #expect(await derived.end() == (isRequested ? .cancelled : settlement.outcome))
        #expect(ran.entries == (isRequested || !kind.runs(after: settlement) ? [] : [true]))
        try await freed.pass()
      }
    }
  }

  @Test("a request while the returned task is running", arguments: Settlement.allCases)
  func inner(settlement: Settlement) {
    let (inner, tokens) = (TaskCompletionSource<Int>(), CancellationTokenSource())
    let task = Task(1).continueWithTask(cancellationToken: tokens.token) { _ in inner.task }
    tokens.cancel()
    #expect(!task.completed && !inner.task.completed)
    settlement.settle(inner)
    #expect(task.outcome == .cancelled)
  }

  // MARK: Delays

  @Test("a delay completes, or is cancelled by an earlier request")
  func delay() async {
    let tokens = CancellationTokenSource()
    #expect(await Task.withDelay(0).end() == .completed(0))
    #expect(await Task.withDelay(0.001).end() == .completed(0))
    #expect(await Task.withDelay(0.001, cancellationToken: tokens.token).end() == .completed(0))
    tokens.cancel()
    #expect(await Task.withDelay(0, cancellationToken: tokens.token).end() == .cancelled)
  }

  @Test(
    "T7: a scope's clock decides when delays end, and none ends within the call", .needsTracking,
    arguments: [0, -1, .nan])
  func clock(seconds: Double) async throws {
    let clock = ManualClock()
    try await withPromiseScope(clock: clock) { _ in
      let delay = Task.withDelay(seconds)
      #expect(delay.outcome == .pending)
      await clock.advance(by: .milliseconds(1))
      #expect(delay.outcome == .completed(0))
    }
  }

  @Test("a request cancels a pending delay immediately")
  func cancelledDelay() {
    let tokens = CancellationTokenSource()
    let task = Task.withDelay(10_000, cancellationToken: tokens.token)
    #expect(!task.completed)
    tokens.cancel()
    #expect(task.outcome == .cancelled)
  }

  @Test("huge and infinite delays stay pending")
  func farOff() {
    for delay in [Double.infinity, .greatestFiniteMagnitude] {
      let task = Task.withDelay(delay)
      #expect(!task.completed)
      task.asyncPromise.cancel()
    }
  }

  @Test("cancelling a delay doesn't request cancellation")
  func withdrawnDelay() {
    let tokens = CancellationTokenSource()
    let task = Task.withDelay(10_000, cancellationToken: tokens.token)
    task.asyncPromise.cancel()
    #expect(task.completed && !tokens.isCancellationRequested)
    tokens.cancel()
  }
}
