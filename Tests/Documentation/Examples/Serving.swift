// Declarations that the examples assume: a server's side of a connection, and its metrics.

import AsyncPromises
import Foundation

/// A client that waits for an answer.
struct Exchange: Sendable {
  func reply(_ result: Result<Page, any Error>) {}
  func onClose(_ body: @escaping @Sendable () -> Void) {}
}

struct Meter: Sendable {
  func record(_ name: String, _ time: Duration) {}
  func count(_ name: String) {}
  func change(_ name: String, by difference: Int) {}
}

let exchange: Exchange = given()
let meter: Meter = given()
