// What the examples of wrong code take for granted.

import AsyncPromises
import Foundation

/// Callbacks as modules have them that are older than Swift 6.
struct Archive: Sendable {
  func data(at url: URL, completion: @escaping (Data) -> Void) {}
}

/// A class that belongs to nobody.
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
