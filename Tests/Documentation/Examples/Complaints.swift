// Declarations that the examples of wrong code assume.

import AsyncPromises
import Foundation

/// A callback as in modules that predate Swift 6.
struct Archive: Sendable {
  func data(at url: URL, completion: @escaping (Data) -> Void) {}
}

/// A class without isolation.
final class History {
  var pages: [Page]

  init(pages: [Page]) {
    self.pages = pages
  }
}

extension Directory {
  func report(_ error: any Error) async {}
}

let archive: Archive = given()
