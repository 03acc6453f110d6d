// Declarations that the examples of the google/promises API assume. None of this is run.

import Foundation
import GooglePromisesCompat

/// A placeholder for any value of an app.
func given<T>() -> T {
  fatalError("Examples are compiled but never run.")
}

struct User: Sendable {}
struct Image: Sendable {}

struct Server: Sendable {
  func login(_ name: String) -> Promise<User> { given() }
  func avatar(of user: User) -> Promise<Image> { given() }
  func messages(of user: User) -> Promise<[String]> { given() }
}

@MainActor final class Screen {
  var image: Image?

  func show(_ user: User) {}
  func show(_ error: any Error) {}
  func show(_ avatar: Image, _ messages: [String]) {}
  func stopSpinner() {}
}

@MainActor final class Feed {
  func reload() {}
}

let name: String = given()
let server: Server = given()
let user: User = given()
@MainActor let view = Screen()
