// Makes the promises that the door settles, settles those that the door makes, and has operators
// that settle.

import Foundation
import GooglePromisesCompat

extension Promise {
  /// Settles the promise with an outcome.
  func put(_ outcome: Result<Value, any Error>) {
    switch outcome {
    case .success(let value): fulfill(value)
    case .failure(let error): reject(error)
    }
  }

  static func made(_ work: (Promise<Value>) -> Void) -> Promise<Value> {
    let promise = Promise<Value>.pending()
    work(promise)
    return promise
  }
}

@MainActor
final class Doorkeeper {
  let asked = Promise<Void>.pending()
  let opened = Promise<Int>.pending()
  let door: Door

  init() { door = Door(opened: opened, asked: asked) }

  func work() -> Promise<Int> {
    asked.then { self.opened.fulfill(41) }
    return door.open().then { $0 * 2 }
  }

  func greet(_ name: String) {
    door.visitor(name)?.fulfill(name.count)
  }

  func late(_ text: String) -> Promise<String> {
    let promise = Promise<String>.pending()
    promise.put(.success(text))
    return promise
  }

  func made(_ text: String) -> Promise<String> {
    Promise<String>.made { $0.put(.success(text)) }.then { $0 + "!" }
  }

  func both() -> Promise<[Int]> { all([opened, work()]) }
}
