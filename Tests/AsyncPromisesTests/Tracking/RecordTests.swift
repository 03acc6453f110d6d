// Record.swift: which task runs a handler or an operation.

import Testing

@testable import AsyncPromises

@Suite("Record", .timeLimit(.minutes(10)))
struct RecordTests {
  private let record = Record(
    number: 1, Creator(kind: "map", name: nil, site: CallSite(#fileID, #line)), in: Scope(name: nil)
  )

  @Test("T2: a task doesn't count as running a finished handler: the task's identity may be reused")
  func handler() async {
    record.note(.handlerIsQueued)
    record.running { #expect(record.isRunByCurrentTask) }
    record.note(.handlerEnded)
    #expect(!record.isRunByCurrentTask)
  }

  @Test("T2: a task doesn't count as running an operation that has ended")
  func operation() async {
    let operation = Operation.captured { #expect(record.isRunByCurrentTask) }
    let task = record.operationBegins(on: nil, operation) { _, operation in
      Task {
        await operation()
        #expect(!record.isRunByCurrentTask)
      }
    }
    await task.value
  }

  @Test("T2: an asynchronous handler's task still runs it when the job that started it has ended")
  func asynchronousHandler() async {
    let (gate, resolver) = Promise<Void>.pending()
    let operation = Operation.captured {
      _ = await gate.result
      #expect(record.isRunByCurrentTask)
    }
    record.note(.handlerIsQueued)
    let task = record.operationBegins(on: nil, operation) { _, operation in
      Task { await operation() }
    }
    record.note(.handlerEnded)
    resolver.fulfill()
    await task.value
  }
}
