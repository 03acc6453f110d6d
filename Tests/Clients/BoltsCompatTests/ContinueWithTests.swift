// ContinueWith.swift: the continuations of a task.

import BoltsCompat
import TestSupport
import Testing

@Suite("Continuations", .timeLimit(.minutes(10)))
struct ContinueWithTests {
  @Test(
    "on every executor, continuations run once or pass the outcome on, and are released",
    arguments: Continuation.allCases, Route.allCases)
  func passing(kind: Continuation, route: Route) async throws {
    for settlement in Settlement.allCases {
      for time in SettleTime.allCases {
        let ran = Journal<Outcome>()
        let (derived, freed) = try await time.observe(settlement) { task in
          tracking { object in
            kind.derive(from: task, route.executor) {
              object.use()
              ran.write(task.outcome)
            }
          }
        }
        #expect(await derived.end() == settlement.outcome)
        #expect(ran.entries == (kind.runs(after: settlement) ? [settlement.outcome] : []))
        try await freed.pass()
      }
    }
  }

  @Test("continueWith receives the task itself", arguments: Settlement.allCases)
  func identity(settlement: Settlement) {
    let task = settlement.task
    task.continueWith { #expect($0 === task) }
    task.continueWithTask { same -> Task<Int> in
      #expect(same === task)
      return same
    }
  }

  @Test(
    "an error thrown by a continuation faults or cancels its task",
    arguments: Continuation.allCases)
  func throwing(kind: Continuation) {
    let errors: [(any Error, Outcome)] = [
      (TestError.second, .faulted(.second)), (OtherError(), .otherError),
      (CancelledError(), .cancelled), (CancellationError(), .cancelled),
    ]
    for settlement in Settlement.allCases where kind.runs(after: settlement) {
      let task = settlement.task
      for (error, outcome) in errors {
        let derived =
          switch kind {
          case .with: task.continueWith { _ -> Int in throw error }
          case .withTask: task.continueWithTask { _ -> Task<Int> in throw error }
          case .onSuccess: task.continueOnSuccessWith { _ -> Int in throw error }
          case .onSuccessTask: task.continueOnSuccessWithTask { _ -> Task<Int> in throw error }
          case .onError: task.continueOnErrorWith { _ in throw error }
          case .onErrorTask: task.continueOnErrorWithTask { _ in throw error }
          case .onTypedError: task.continueOnErrorWith { (_: TestError) in throw error }
          case .onTypedErrorTask: task.continueOnErrorWithTask { (_: TestError) in throw error }
          }
        #expect(derived.outcome == outcome)
      }
    }
  }

  @Test("the returned task is followed", arguments: Settlement.allCases, Route.allCases)
  func following(settlement: Settlement, route: Route) async throws {
    for kind in [Continuation.withTask, .onSuccessTask, .onErrorTask, .onTypedErrorTask] {
      let source = TaskCompletionSource<Int>()
      let begun = Gate()
      func next() -> Task<Int> {
        begun.open()
        return source.task
      }
      let (executor, fine, bad) = (route.executor, Task(0), Task<Int>(error: TestError.second))
      let derived =
        switch kind {
        case .withTask: bad.continueWithTask(executor) { _ in next() }
        case .onSuccessTask: fine.continueOnSuccessWithTask(executor) { _ in next() }
        case .onErrorTask: bad.continueOnErrorWithTask(executor) { _ in next() }
        default: bad.continueOnErrorWithTask(executor) { (_: TestError) in next() }
        }
      try await begun.pass()
      #expect(!derived.completed)
      settlement.settle(source)
      #expect(await derived.end() == settlement.outcome)
    }
  }

  @Test("an error becomes a result; an error of another type passes through")
  func errors() {
    let task = Settlement.faulted.task
    #expect(task.continueOnErrorWith { _ in 2 }.outcome == .completed(2))
    #expect(task.continueOnErrorWithTask { _ in Task(2) }.outcome == .completed(2))
    #expect(task.continueOnErrorWith { (_: TestError) in 2 }.outcome == .completed(2))
    #expect(task.continueOnErrorWith { (_: OtherError) in 2 }.outcome == .faulted(.first))
    #expect(
      task.continueOnErrorWithTask { (_: OtherError) in Task(2) }.outcome == .faulted(.first))
    #expect(task.continueOnErrorWith { (_: CancelledError) in 2 }.outcome == .faulted(.first))
    let cancelled = Settlement.cancelled.task
    #expect(cancelled.continueOnErrorWith { (_: CancelledError) in 2 }.outcome == .cancelled)
  }

  @Test("a task that would follow itself is faulted")
  func cycle() {
    let source = TaskCompletionSource<Int>()
    let own = Journal<Task<Int>>()
    let task = source.task.continueWithTask { _ in own.entries[0] }
    own.write(task)
    source.set(result: 1)
    #expect(task.outcome == .cycle)
  }

  @Test("continuations run in order of registration, including those that are added meanwhile")
  func order() {
    let source = TaskCompletionSource<Int>()
    let steps = Journal<Int>()
    for number in 1...3 {
      source.task.continueWith { task in
        steps.write(number)
        task.continueWith { _ in steps.write(number + 10) }
      }
    }
    source.set(result: 1)
    #expect(steps.entries == [1, 2, 3, 11, 12, 13])
  }
}

@Suite("Continuations on a small stack", .timeLimit(.minutes(10)))
struct StackTests {
  private let depth = isStressRun ? 30_000 : 10_000

  @Test("a long chain", arguments: [Route.standard, .immediate, .closure], [true, false])
  func chain(route: Route, isCompleted: Bool) {
    let source = TaskCompletionSource<Int>()
    if isCompleted { source.set(result: 0) }
    var task = source.task
    for _ in 0..<depth { task = task.continueOnSuccessWith(route.executor) { $0 + 1 } }
    if !isCompleted { source.set(result: 0) }
    #expect(task.outcome == .completed(depth))
  }

  @Test(
    "a loop whose rounds each return the next", arguments: [Route.standard, .immediate, .queue])
  func loop(route: Route) async {
    let (executor, depth) = (route.executor, depth)
    func round(_ number: Int) -> Task<Int> {
      guard number < depth else { return Task(number) }
      return Task(number).continueWithTask(executor) { round(($0.result ?? depth) + 1) }
    }
    #expect(await round(0).end() == .completed(depth))
  }

  @Test("nested calls of executeWithTask")
  func starts() {
    func start(_ left: Int) -> Task<Int> {
      Task.executeWithTask { left == 0 ? Task(0) : start(left - 1) }
    }
    #expect(start(depth).outcome == .completed(0))
  }

  @Test("tasks that each complete the next")
  func dominoes() {
    let sources = (0..<depth).map { _ in TaskCompletionSource<Int>() }
    for (source, next) in zip(sources, sources.dropFirst()) {
      source.task.continueWith { next.set(result: ($0.result ?? 0) + 1) }
    }
    sources[0].set(result: 1)
    #expect(sources.last?.task.outcome == .completed(depth))
  }
}
