// ReportedMistakes.swift: a scope in which something was reported fails a test of XCTest.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import XCTest

final class ReportedMistakesXCTests: XCTestCase {
  func testThatReportsFailTheTest() async throws {
    try XCTSkipIf(isTrackingOff)
    do {
      try await withPromiseScope("login") { scope in
        scope.install { _ in }
        Mistake.secondSettle.make()
      }
      XCTFail("A promise was settled twice.")
    } catch let error as ReportedMistakes {
      XCTAssertEqual(error.events.count, 1)
    }
    try await withPromiseScope("login", reports: .ignore) { scope in
      scope.install { _ in }
      Mistake.secondSettle.make()
    }
  }
}
