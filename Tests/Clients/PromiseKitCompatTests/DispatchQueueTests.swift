// DispatchQueue+Promise.swift: a block on a queue, and its promise.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

@Suite("DispatchQueue.async(.promise)", .timeLimit(.minutes(10)))
struct DispatchQueueTests {
  @Test("a block that throws makes a promise")
  func promise() async {
    let marked = MarkedQueue(DispatchQueue(label: "promise"))
    let value: Promise<Int> = marked.queue.async(.promise) { () throws -> Int in
      marked.isCurrent ? 1 : 0
    }
    #expect(await value.settled() == .fulfilled(1))
    let error = marked.queue.async(.promise) { () throws -> Int in throw TestError.first }
    #expect(await error.settled() == .rejected(.first))
  }

  @Test("a block that doesn't throw makes a guarantee")
  func guarantee() async {
    let marked = MarkedQueue(DispatchQueue(label: "guarantee"))
    let value: Guarantee<Bool> = marked.queue.async(.promise) { marked.isCurrent }
    #expect(await value.async())
    let main: Guarantee<Bool> = DispatchQueue.main.async(.promise) { MainQueue.isCurrent }
    #expect(await main.async())
  }

  @Test("group, quality of service and flags apply to the block")
  func arguments() async throws {
    let queue = DispatchQueue(label: "arguments", attributes: .concurrent)
    let group = DispatchGroup()
    let (began, goOn) = (Gate(), Gate())
    let steps = Journal<String>()
    let first = queue.async(.promise, group: group, qos: .utility) { () -> Int in
      began.open()
      goOn.block()
      steps.write("first")
      return 1
    }
    try await began.pass()
    let barrier = queue.async(.promise, group: group, flags: .barrier) { () throws -> Int in
      steps.write("barrier")
      return 2
    }
    queue.async(group: group) { steps.write("last") }
    #expect(group.wait(timeout: .now()) == .timedOut)
    goOn.open()
    try await onFreshThread { group.wait() }
    // The order isn't checked: the thread sanitizer drops the flags of blocks in a group.
    #expect(Set(steps.entries) == ["first", "barrier", "last"])
    #expect(await first.async() == 1)
    #expect(await barrier.settled() == .fulfilled(2))
  }
}
