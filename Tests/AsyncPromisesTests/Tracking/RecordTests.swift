// Record.swift: which task runs a handler or an operation, and how long a record lasts.

import Testing

@testable import AsyncPromises
@testable import AsyncPromisesTracking

@Suite("Record", .timeLimit(.minutes(10)))
struct RecordTests {
  private let record = Record(
    number: 1, Creator(kind: "map", name: nil, site: CallSite(#fileID, #line)), in: Scope(name: nil)
  )

  @Test("T2: a task doesn't count as running a finished handler: the task's identity may be reused")
  func handler() async {
    record.handlerIsQueued()
    record.running { #expect(record.isRunByCurrentTask) }
    record.handlerEnds()
    #expect(!record.isRunByCurrentTask)
  }

  @Test("T2: a task doesn't count as running an operation that has ended")
  func operation() async {
    let (_, operation) = record.operationBegins(on: nil) { #expect(record.isRunByCurrentTask) }
    let task = Task {
      await operation()
      #expect(!record.isRunByCurrentTask)
    }
    await task.value
  }

  @Test("T2: an asynchronous handler's task still runs it when the job that started it has ended")
  func asynchronousHandler() async {
    let (gate, resolver) = Promise<Void>.pending()
    record.handlerIsQueued()
    let (_, operation) = record.operationBegins(on: nil) {
      _ = await gate.result
      #expect(record.isRunByCurrentTask)
    }
    let task = Task { await operation() }
    record.handlerEnds()
    resolver.fulfill()
    await task.value
  }

  @Test("F4 T2: a caller whose value is there by the time it joins the work leaves no record")
  func lateCaller() {
    weak var left: Record?
    do {
      let record = Record(
        number: 2, Creator(kind: "cache", name: nil, site: CallSite(#fileID, #line)),
        in: Scope(name: nil))
      left = record
      let work = SharedWork(fulfilledWith: 1)
      #expect(work.join(Origin(record), sharesValue: true)?.resultIfSettled != nil)
    }
    #expect(left == nil)
  }
}
