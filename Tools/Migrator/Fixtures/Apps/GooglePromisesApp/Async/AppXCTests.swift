// AppXCTests.swift: tests written for google/promises, with waitForPromises.

import AsyncPromisesTesting
import Foundation
import AsyncPromises
import XCTest

final class AppXCTests: XCTestCase {
  func testThatTheFeedIsShown() {
    MainActor.assumeIsolated {
      let feed = Feed(server: Server(["users/1/posts": [.text("[]")]]))
      let posts = Promise.immediate { try await feed.reload(authors: [1]) }
      XCTAssertTrue(waitForPromises(timeout: .seconds(500)))
      XCTAssertEqual((try? posts.resultIfSettled?.get()), [])
      XCTAssertEqual(feed.table.reloads, 1)
    }
  }

  func testThatAnErrorIsShown() {
    MainActor.assumeIsolated {
      let feed = Feed(server: Server())
      let posts = Promise.immediate { try await feed.reload(authors: [1]) }
      XCTAssertTrue(waitForPromises(timeout: .seconds(500)))
      XCTAssertEqual((posts.resultIfSettled.flatMap { outcome -> (any Error)? in if case .failure(let error) = outcome { error } else { nil } }) as? ServerError, .status(404))
      XCTAssertEqual(feed.errorLabel.text, "The server responded with 404.")
    }
  }
}
