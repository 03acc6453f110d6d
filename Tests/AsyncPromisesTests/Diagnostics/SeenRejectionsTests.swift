// UnhandledRejections.swift: a failure that has been seen isn't reported.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import Testing

@Suite(
  "Seen rejections", .enabled(if: Tracking.isOn, "Scopes need tracking."), .timeLimit(.minutes(10)))
struct SeenRejectionsTests {
  @Test(
    "H1: any consumer sees a failure, either directly or through a derived promise that is seen",
    arguments: FailureObservation.all, SettleTime.allCases)
  func seen(sight: FailureObservation, time: SettleTime) async throws {
    let reports = try await unhandledRejections {
      await withRejection { promise, reject in await sight.look(at: promise, time, reject) }
    }
    #expect(reports.isEmpty, "\(reports)")
  }

  @Test("H1: looking at one copy is enough, at any time before the last copy is released")
  func oneLook() async throws {
    let reports = try await unhandledRejections {
      let promise = rejected()
      let copies = Array(repeating: promise, count: 8)
      #expect(copies[5].failure is TestError)
    }
    #expect(reports.isEmpty)
  }

  @Test("H1: looking at a pending promise doesn't count as seeing its failure")
  func tooEarly() async throws {
    let reports = try await unhandledRejections {
      await withRejection { promise, reject in
        #expect(promise.resultIfSettled == nil)
        #expect(promise.description == "Promise(pending)")
        reject()
      }
    }
    #expect(reports.count == 1)
  }

  @Test("H1: comparing or hashing a promise doesn't count as seeing its failure")
  func identity() async throws {
    let reports = try await unhandledRejections {
      let promise = rejected()
      #expect(Set([promise, promise]).count == 1)
    }
    #expect(reports.count == 1)
  }

  @Test("H1: printing a promise doesn't count as seeing its failure")
  func description() async throws {
    let reports = try await unhandledRejections {
      let promise = rejected()
      #expect(promise.description == "Promise(rejected: \(TestError.first))")
      #expect("\(promise)" == promise.description)
    }
    #expect(reports.count == 1)
  }

  @Test("H1: fulfilled and pending promises are never reported")
  func noFailure() async throws {
    let reports = try await unhandledRejections {
      _ = Promise { 1 }.map { $0 }
      let (pending, resolver) = Promise<Int>.pending()
      _ = pending.map { $0 }
      resolver.fulfill(1)
    }
    #expect(reports.isEmpty)
  }

  // MARK: Groups

  @Test(
    "H1 E4: later failures of a decided group's inputs aren't reported",
    arguments: GroupKind.decidedByOne, [RemainingInputs.leave, .cancel])
  func losers(kind: GroupKind, policy: RemainingInputs) async throws {
    let reports = try await unhandledRejections {
      let (promises, resolvers) = pendingPromises(3)
      let group = kind.of(promises, remaining: policy)
      resolvers[0].resolve(with: kind.deciding?.result ?? .success(0))
      _ = await group.result
      for resolver in resolvers.dropFirst() { resolver.reject(TestError.second) }
    }
    #expect(reports.isEmpty, "\(reports)")
  }

  @Test("H1 E4: inputs that were rejected when the group was created count as seen")
  func rejectedInputs() async throws {
    let reports = try await unhandledRejections {
      _ = await Promise.race(rejected(), rejected()).result
      _ = await Promise.race(Promise.fulfilled(1), rejected()).result
      _ = await Promise.all([rejected(), rejected()]).result
      _ = await Promise.any(rejected(), .fulfilled(1)).result
      _ = await Promise.any(.fulfilled(1), rejected()).result
      _ = await Promise.any(rejected(), rejected()).result
    }
    #expect(reports.isEmpty, "\(reports)")
  }

  @Test("H1: a rejected input counts as seen, even if its group is cancelled later")
  func cancelledGroup() async throws {
    let reports = try await unhandledRejections {
      let (promises, resolvers) = pendingPromises(2)
      let group = Promise.allSettled(promises)
      resolvers[0].reject(TestError.first)
      group.cancel()
      withExtendedLifetime(resolvers) {}
    }
    #expect(reports.isEmpty, "\(reports)")
  }

  @Test("H1 F3: after a loop exits early, neither earlier nor later failures are reported")
  func leftLoop() async throws {
    let reports = try await unhandledRejections {
      let (promises, resolvers) = pendingPromises(3)
      resolvers[0].reject(TestError.first)
      for await _ in Promise.inCompletionOrder(promises) { break }
      resolvers[1].reject(TestError.second)
      resolvers[2].fulfill(1)
    }
    #expect(reports.isEmpty, "\(reports)")
  }

  @Test("H1 F2: if several items fail, the map is rejected, and nothing else is reported")
  func failingItems() async throws {
    for _ in 0..<100 {
      let reports = try await unhandledRejections {
        let map = Promise.map(0..<8, concurrency: 8) { item async throws -> Int in
          throw TestError.first
        }
        _ = await map.result
      }
      #expect(reports.isEmpty, "\(reports)")
    }
  }

  @Test("H1 G2: a source that fails after a timeout isn't reported")
  func timedOut() async throws {
    let reports = try await unhandledRejections {
      await withRejection { promise, reject in
        #expect(await promise.timeout(after: .zero).timeLimit == .zero)
        reject()
      }
    }
    #expect(reports.isEmpty, "\(reports)")
  }
}
