// Failures of work that outlives its consumers.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Late failures", .needsTracking, .timeLimit(.minutes(10)))
struct LateFailureTests {
  /// How work outlives its consumers.
  enum Way: CaseIterable {
    case race, all, any, completionOrder, shielded, cancelledView, limit
  }

  private final class Heard: Sendable {
    let late = Journal<String>()
    let other = Journal<String>()

    func hear(_ event: PromiseDiagnostics.Event) {
      switch event {
      case .lateWork(let error?, _): late.write("\(error)")
      case .unattendedWork: break  // the hint about the view
      default: other.write("\(event)")
      }
    }
  }

  @Test(
    "H1: work that fails after all its consumers have left is reported once",
    arguments: Way.allCases)
  func reported(way: Way) async throws {
    let heard = Heard()
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { heard.hear($0) }
      let (gate, resolver) = Promise<Int>.pending()
      // The consumers leave the last promise of a chain.
      var work: Promise<Int>? = gate.map { _ in throw TestError.first }
      try await leave(&work, way)
      resolver.fulfill(1)
      try await eventually(within: .seconds(100)) { heard.late.count > 0 }
      try await scope.settle(within: .seconds(100))
    }
    #expect(heard.late.entries == ["first"])
    #expect(heard.other.entries == [])
  }

  private func leave(_ work: inout Promise<Int>?, _ way: Way) async throws {
    guard let promise = work.take() else { return }
    switch way {
    case .race: _ = try await Promise.race([promise, .fulfilled(2)]).value
    case .any: _ = try await Promise.any([promise, .fulfilled(2)]).value
    case .all:
      let all = Promise.all([promise, .rejected(TestError.second)])
      await #expect(throws: TestError.second) { try await all.value }
    case .completionOrder:
      for await (index, _) in Promise.inCompletionOrder([promise, .fulfilled(2)]) {
        #expect(index == 1)
        break
      }
    case .shielded: promise.shielded().map { $0 }.ignoreErrors().cancel()
    case .limit:
      await #expect(throws: PromiseError.self) {
        try await promise.shielded().timeout(after: .zero).value
      }
    case .cancelledView:
      let view = Task { try await promise.value }
      try await eventually(within: .seconds(100)) { promise.cell.consumerCount == 1 }
      view.cancel()
      await #expect(throws: CancellationError.self) { try await view.value }
    }
  }

  @Test("H1: a failure that is seen or handled isn't reported")
  func seen() async throws {
    let heard = Heard()
    try await withPromiseScope(reports: .ignore) { scope in
      scope.install { heard.hear($0) }
      for handling in 0..<3 {
        let (promise, resolver) = Promise<Int>.pending()
        _ = try await Promise.race([promise, .fulfilled(2)]).value
        if handling == 0 { promise.catch { _ in } }
        if handling == 1 { promise.ignoreErrors() }
        resolver.reject(TestError.first)
        if handling == 2 { #expect(promise.resultIfSettled != nil) }
        let canceled = Promise<Int>.pending()
        _ = try await Promise.race([canceled.promise, .fulfilled(2)]).value
        canceled.promise.cancel()
      }
      try await scope.settle(within: .seconds(100))
    }
    #expect(heard.late.entries == [])
    #expect(heard.other.entries == [])
  }
}
