// Resolver.swift and UnhandledRejections.swift: the reports of a broken promise.

import AsyncPromises
import TestSupport
import Testing

@Suite("Broken promises", .timeLimit(.minutes(10)))
struct BrokenPromisesTests {
  /// Ways to pass on a broken promise's failure to promises that are then released.
  enum Passing: CaseIterable, Sendable {
    case nothing, map, then, asynchronousMap, finally, chain, otherRecovery
    case follow, inner, operation
    case all, race, concurrentMap, timeout, delay

    static var fileID: StaticString { "Passing.swift" }

    private func first(of all: Promise<[Int]>, _ line: UInt) -> Promise<Int> {
      all.map(fileID: Passing.fileID, line: line) { $0[0] }
    }

    func pass(_ broken: Promise<Int>, line: UInt) -> [Promise<Int>] {
      let id = Passing.fileID
      switch self {
      case .nothing: return []
      case .map: return [broken.map(fileID: id, line: line) { $0 }]
      case .then: return [broken.then(fileID: id, line: line) { .fulfilled($0) }]
      case .asynchronousMap:
        return [broken.map(.async, fileID: id, line: line) { number async in number }]
      case .finally: return [broken.finally(fileID: id, line: line) {}]
      case .chain:
        return [
          broken.map(fileID: id, line: line) { $0 }.finally(fileID: id, line: line) {}
            .validate(fileID: id, line: line) { _ in true }
        ]
      case .otherRecovery:
        return [broken.recover(from: TestError.self, fileID: id, line: line) { _ in 0 }]
      case .follow:
        let (outer, resolver) = Promise<Int>.pending(fileID: id, line: line)
        resolver.follow(broken)
        return [outer]
      case .inner: return [Promise.fulfilled(1).then(fileID: id, line: line) { _ in broken }]
      case .operation: return [Promise(fileID: id, line: line) { broken }]
      case .all: return [first(of: Promise.all([broken], fileID: id, line: line), line)]
      case .race: return [Promise.race([broken], fileID: id, line: line)]
      case .concurrentMap:
        let all = Promise.map([broken], concurrency: 1, fileID: id, line: line) { $0 }
        return [first(of: all, line)]
      case .timeout: return [broken.timeout(after: .seconds(7200), fileID: id, line: line)]
      case .delay: return [broken.delay(by: .seconds(7200), fileID: id, line: line)]
      }
    }
  }

  @Test(
    "H1 A4: a broken promise is reported once, and not again at the end of its chain",
    arguments: Passing.allCases, [true, false])
  func once(passing: Passing, isBrokenBefore: Bool) async {
    let line = UInt(Passing.allCases.firstIndex(of: passing) ?? 0) * 2 + (isBrokenBefore ? 1 : 0)
    let name: StaticString = "Broken.swift"
    let broken = ReportRecorder.topic(line: line + 1_000, of: name)
    let ends = ReportRecorder.topic(line: line + 1_000, of: Passing.fileID)
    do {
      let kept = Journal<Resolver<Int>>()
      let promise = made(keepingIn: kept, name, line + 1_000)
      if isBrokenBefore { kept.clear() }
      let ends = passing.pass(promise, line: line + 1_000)
      kept.clear()
      for end in ends {
        // Awaiting would see the failure. This waits for the end and leaves the failure unseen.
        while end.isPendingUnseen { await Task.yield() }
      }
    }
    await ReportRecorder.allDelivered()
    #expect(broken.traces(.broken).count == 1)
    #expect(broken.traces(.unhandled) == [])
    #expect(ends.traces(.unhandled) == [])
  }

  /// The consumers and handles that a promise has, or had, when its resolver is released.
  enum Left: CaseIterable, Sendable {
    case nobody, formerConsumer, formerConsumerBesideHandle, stoppedWaiter, cancelHandler
    case handle, consumer, observer

    var isMissed: Bool { [.handle, .consumer, .observer].contains(self) }
  }

  @Test(
    "H2: a broken promise that nothing holds or waits for, or that was left, isn't reported",
    arguments: Left.allCases)
  func missed(_ left: Left) async throws {
    let topic = ReportRecorder.topic("left: \(left)")
    var kept: [Promise<Int>] = []
    do {
      let resolver = try await resolver(topic.name, leaving: left, keptIn: &kept)
      withExtendedLifetime(resolver) {}
    }
    await ReportRecorder.allDelivered()
    #expect(topic.traces(.broken).count == (left.isMissed ? 1 : 0))
    #expect(topic.traces(.unhandled) == [])
    withExtendedLifetime(kept) {}
  }

  /// The resolver of a promise whose handles are released, except for those in `kept`.
  private func resolver(
    _ name: String, leaving left: Left, keptIn kept: inout [Promise<Int>]
  ) async throws -> Resolver<Int> {
    let (promise, resolver) = Promise<Int>.pending(name: name)
    switch left {
    case .nobody: break
    case .formerConsumer: #expect(try await Promise.race([.fulfilled(1), promise]).get() == 1)
    case .formerConsumerBesideHandle:
      promise.map { $0 }.cancel()
      kept.append(promise)
    case .stoppedWaiter:
      let waiting = await startWaiting(for: promise)
      waiting.cancel()
      _ = await waiting.result
    case .cancelHandler: resolver.onCancel { #expect(Bool(false), "\(name) was cancelled") }
    case .handle: kept.append(promise)
    case .consumer: kept.append(promise.map { $0 })
    case .observer: promise.whenSettled { _ in }
    }
    return resolver
  }

  private func made(
    keepingIn kept: Journal<Resolver<Int>>, _ fileID: StaticString, _ line: UInt
  ) -> Promise<Int> {
    let (promise, resolver) = Promise<Int>.pending(fileID: fileID, line: line)
    kept.write(resolver)
    return promise
  }

  @Test("H1: a `broken` error that the user throws is reported if it isn't handled")
  func thrown() async {
    let file: StaticString = "Thrown.swift"
    let error = PromiseError.broken(createdAt: "nowhere")
    // Reports are recorded from here on.
    let topics = (UInt(1)...4).map { ReportRecorder.topic(line: $0, of: file) }
    _ = Promise<Int>.rejected(error, fileID: file, line: 1)
    _ = Promise.fulfilled(1).map(fileID: file, line: 2) { _ -> Int in throw error }
    Promise<Int>.pending(fileID: file, line: 3).resolver.reject(error)
    // The user's handler gets the error, and rejects another promise with it.
    _ = Promise<Int>.pending().promise.recover(fileID: file, line: 4) { throw $0 }
    for topic in topics {
      while topic.traces(.unhandled).isEmpty { await Task.yield() }
      #expect(topic.traces(.unhandled).count == 1)
      #expect(topic.traces(.broken).isEmpty)
    }
  }
}

extension Promise {
  /// Whether the promise is pending. Describing a promise doesn't count as seeing its failure.
  fileprivate var isPendingUnseen: Bool { description == "Promise(pending)" }
}
