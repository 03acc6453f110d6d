// References.swift: functions that Bolts allowed to be passed by name.

import BoltsCompat
import TestSupport
import Testing

@Suite("Functions passed by name", .timeLimit(.minutes(10)))
struct ReferencesTests {
  @Test("group functions")
  func groups() async {
    let all: ([Task<Int>]) -> Task<Void> = Task.whenAll
    #expect(await all([Task(1)]).end() == .completed(0))
    let results: ([Task<Int>]) -> Task<[Int]> = Task.whenAllResult
    let both = results([Task(1), Task(2)])
    #expect(await both.continueOnSuccessWith { $0.count }.end() == .completed(2))
    let any: ([Task<Int>]) -> Task<Void> = Task.whenAny
    #expect(await any([Task(1)]).end() == .completed(0))
    let nested = Task([Task(1)]).continueOnSuccessWithTask(continuation: Task<Int>.whenAll)
    #expect(await nested.end() == .completed(0))
  }

  @Test("functions that make a task")
  func makers() async {
    let faulted: [Task<Int>] = [TestError.first].map(Task.init(error:))
    #expect(faulted[0].outcome == .faulted(.first))
    let makeSource: () -> TaskCompletionSource<Int> = TaskCompletionSource.init
    let source = makeSource()
    source.set(result: 1)
    #expect(source.task.outcome == .completed(1))
    let pauses: [Task<Void>] = [0].map(Task<Void>.withDelay)
    #expect(await pauses[0].end() == .completed(0))
  }

  @Test("Task.Continuation, and withDelay on a Task of any type")
  func names() async {
    let journal = Journal<Int>()
    let continuation: Task<Int>.Continuation = { journal.write(1) }
    continuation()
    #expect(journal.entries == [1])
    #expect(await Task<String>.withDelay(0).end() == .completed(0))
    #expect(await Task<Int>.withDelay(0, cancellationToken: nil).end() == .completed(0))
    #expect(await Task.withDelay(0).end() == .completed(0))
  }
}
