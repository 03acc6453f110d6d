// What the examples in the words of PromiseKit take for granted. None of it is run.

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

/// Stands for whatever an app would have.
func given<T>() -> T {
  fatalError("The examples are compiled, and not run.")
}
