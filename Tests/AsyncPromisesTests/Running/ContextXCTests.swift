// The matrix of contexts, for the main thread that waits: only XCTest runs tests there.

import AsyncPromises
import Dispatch
import Foundation
import TestSupport
import XCTest

final class ContextXCTests: XCTestCase {
  /// B2 B6 B9
  func testThatNoClosureSeesTheTaskLocalsOfTheCodeThatWaits() throws {
    for call in ContextCall.all {
      for isRejected in [false, true] {
        let looks = Journal<ContextWitness.Look>()
        let (freed, free) = Promise<ContextWitness.Look>.pending()
        try wait(for: call, isRejected, looks, free)
        let last = try Request.$id.withValue("waiter") { try freed.wait(timeout: .seconds(60)) }
        XCTAssertFalse(looks.entries.contains { $0.local == "waiter" }, "\(call), \(isRejected)")
        XCTAssertEqual(looks.entries.filter { !$0.isOnMain }.count, 0, "\(call)")
        XCTAssertTrue(last.isOnMain, "\(call), \(isRejected)")
      }
    }
  }

  private func wait(
    for call: ContextCall, _ isRejected: Bool, _ looks: Journal<ContextWitness.Look>,
    _ free: Resolver<ContextWitness.Look>
  ) throws {
    let (source, resolver) = Promise<Int>.pending()
    let derived = MainActor.assumeIsolated {
      Request.$id.withValue("writer") {
        call.make(#isolation, source, ContextWitness(looks, free))
      }
    }
    DispatchQueue.global().async {
      if isRejected { resolver.reject(TestError.first) } else { resolver.fulfill(1) }
    }
    Request.$id.withValue("waiter") { _ = try? derived.wait(timeout: .seconds(60)) }
  }
}
