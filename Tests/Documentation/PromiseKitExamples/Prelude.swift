// Declarations that the examples of the PromiseKit API assume. None of this is run.

import Foundation
import PromiseKitCompat

/// A placeholder for any value of an app.
func given<T>() -> T {
  fatalError("Examples are compiled but never run.")
}

struct User: Decodable, Sendable {}
struct Image: Sendable {}

struct Server: Sendable {
  func login(_ name: String) -> Promise<User> { given() }
  func avatar(of user: User) -> Promise<Image> { given() }
  func messages(of user: User) -> Promise<[String]> { given() }
}

struct API: Sendable {
  func load(_ url: URL, completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {}
}

struct Request: Sendable {
  func start(completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {}
  func cancel() {}
}

@MainActor final class Screen {
  var image: Image?

  func show(_ user: User) {}
  func show(_ error: any Error) {}
  func show(_ avatar: Image, _ messages: [String]) {}
  func stopSpinner() {}
  func hide() {}
}

@MainActor final class Feed {
  func reload() {}
}

let name: String = given()
let url: URL = given()
let api: API = given()
let server: Server = given()
let user: User = given()
let request: Request = given()
@MainActor let view = Screen()
@MainActor let banner = Screen()
