// ReportedMistakes.swift: a scope with reported mistakes fails its XCTest test.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import XCTest

final class ReportedMistakesXCTests: XCTestCase {
  func testReportsFailTheTest() async throws {
    try XCTSkipIf(isTrackingOff)
    do {
      try await withPromiseScope("login") { scope in
        scope.install { _ in }
        Mistake.secondSettle.make()
      }
      XCTFail("The scope should have failed: a promise was settled twice.")
    } catch let error as ReportedMistakes {
      XCTAssertEqual(error.events.count, 1)
    }
    try await withPromiseScope("login", reports: .ignore) { scope in
      scope.install { _ in }
      Mistake.secondSettle.make()
    }
  }
}
