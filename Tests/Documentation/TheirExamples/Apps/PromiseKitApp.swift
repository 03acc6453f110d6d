// Declarations that the examples for PromiseKit assume. None of this is run.

import Foundation
import PromiseKit

final class PromiseKitApp {
  struct Server {
    func user() -> Promise<String> { given() }
    func posts(_ user: String) -> Promise<[String]> { given() }
    func avatar(_ user: String) -> Promise<Data> { given() }
  }

  let server = Server()

  func showSpinner() {}
  func hideSpinner() {}
  func show(_ posts: [String], _ avatar: Data) {}
  func show(_ error: Error) {}
}

/// A placeholder for any value of an app.
func given<T>() -> T {
  fatalError("Examples are compiled but never run.")
}
