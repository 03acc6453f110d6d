// B9: what the hook for reports sees of the code that makes a mistake.

import AsyncPromises
import Dispatch
import TestSupport
import Testing

@Suite("Context of reports", .timeLimit(.minutes(10)))
struct ReportContextTests {
  /// A mistake, made within one synchronous call.
  enum Mistake: CaseIterable, Sendable {
    case settlingTwice, settlingBound, breaking, blocking, lateValue, lateError
    case dropping, consumingAbandoned

    func make(_ fileID: StaticString, _ line: UInt) {
      let (promise, resolver) = Promise<Int>.pending(fileID: fileID, line: line)
      switch self {
      case .settlingTwice:
        resolver.fulfill(1)
        resolver.fulfill(2)
      case .settlingBound:
        let (other, otherResolver) = Promise<Int>.pending()
        resolver.follow(other)
        resolver.fulfill(1)
        otherResolver.fulfill(1)
      case .breaking:
        let derived = promise.map { $0 }
        drop(resolver)
        derived.ignoreErrors()
      case .blocking:
        _ = try? promise.wait(timeout: .nanoseconds(1), fileID: fileID, line: line)
        resolver.fulfill(1)
      case .lateValue:
        promise.cancel()
        resolver.fulfill(1)
      case .lateError:
        promise.cancel()
        resolver.reject(TestError.first)
      case .dropping:
        resolver.reject(TestError.first)
      case .consumingAbandoned:
        resolver.onCancel {}
        promise.map { $0 }.cancel()
        promise.map { $0 }.ignoreErrors()
      }
    }

    private func drop(_ resolver: consuming Resolver<Int>) {}
  }

  @Test(
    "B9 H2: the hook sees no task-local of the code that makes a mistake",
    arguments: Mistake.allCases, [true, false])
  func locals(mistake: Mistake, isInTask: Bool) async throws {
    // Outside of tasks, only a main-queue block makes a wait a mistake.
    let queue: DispatchQueue = mistake == .blocking ? .main : .global()
    let file: StaticString = isInTask ? "InTask.swift" : "OnQueue.swift"
    let line = try UInt(#require(Mistake.allCases.firstIndex(of: mistake))) + 1
    let (seen, see) = Promise<String>.pending()
    ReportRecorder.topic(line: line, of: file).listen { _ in
      if seen.resultIfSettled == nil { see.fulfill(Request.id) }
    }
    let make = { @Sendable in Request.$id.withValue("causer") { mistake.make(file, line) } }
    if isInTask { make() } else { try await onQueue(queue, make) }
    #expect(try await seen.value == "none")
  }
}
