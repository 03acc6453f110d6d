// Promises in tests: scopes, waits and reports.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport

extension Usage {
  static let testing: [Usage] = [
    Usage("dumpPending") { _ in
      let (promise, resolver) = Promise<Int>.pending()
      let end = promise.map { $0 + 1 }
      _ = Promise.dumpPending()
      resolver.fulfill(1)
      _ = try await end.get()
    },
    Usage("a timeline") { _ in
      let timeline = await PromiseTimeline.record(newest: 10) {
        for index in 0..<25 { _ = await Promise { index }.map { $0 + 1 }.result }
      }
      _ = (timeline.svg, timeline.traceEvents, "\(timeline)")
    },
    Usage("a scope") { _ in
      try await withPromiseScope("usage") { scope in
        let promise = Promise { 1 }.map { $0 + 1 }
        try await scope.settle(within: .seconds(60))
        _ = try await promise.get()
      }
    },
    Usage("eventually") { _ in
      let isDone = Locked(false)
      Promise { 1 }.done { _ in isDone.withLock { $0 = true } }
      try await eventually(within: .seconds(60)) { isDone.withLock { $0 } }
    },
    // Last, because all later promises outside scopes belong to the mark it creates.
    Usage("waitForPromises") { _ in waitForAll() },
  ]

  /// One for all rounds: marks are kept.
  private static let mark = PromiseMark()

  private static func waitForAll() {
    let promise = Promise { 1 }.map { $0 + 1 }
    _ = waitForPromises(timeout: .seconds(60), since: mark)
    withExtendedLifetime(promise) {}
  }
}
