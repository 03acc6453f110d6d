// AppXCTests.swift: tests written for google/promises, with waitForPromises.

import AsyncPromisesTesting
import Foundation
import GooglePromisesCompat
import XCTest

final class AppXCTests: XCTestCase {
  func testThatTheFeedIsShown() {
    MainActor.assumeIsolated {
      let feed = Feed(server: Server(["users/1/posts": [.text("[]")]]))
      let posts = feed.reload(authors: [1])
      XCTAssertTrue(waitForPromises(timeout: 500))
      XCTAssertEqual(posts.value, [])
      XCTAssertEqual(feed.table.reloads, 1)
    }
  }

  func testThatAnErrorIsShown() {
    MainActor.assumeIsolated {
      let feed = Feed(server: Server())
      let posts = feed.reload(authors: [1])
      XCTAssertTrue(waitForPromises(timeout: 500))
      XCTAssertEqual(posts.error as? ServerError, .status(404))
      XCTAssertEqual(feed.errorLabel.text, "The server responded with 404.")
    }
  }
}
