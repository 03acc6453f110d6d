// Waits that block a thread of their own, and steps into async functions.

import Dispatch
import GooglePromisesCompat

struct WaitingError: Error, Equatable {}

struct WaitingServer: Sendable {
  let text: String

  func twice(_ name: String) -> Promise<String> {
    load(name).then(on: .global()) { try awaitPromise(self.load($0)) }
  }

  func load(_ name: String) -> Promise<String> {
    name.isEmpty ? Promise(WaitingError()) : Promise(text + name).delay(0.001)
  }
}

@MainActor
final class WaitingScreen {
  private let server = WaitingServer(text: "text of ")

  func both(_ first: String, _ second: String) -> Promise<Int> {
    let server = server
    return Promise<Int>(on: .global()) {
      let one = try awaitPromise(server.load(first))
      let other = try awaitPromise(server.load(second))
      return one.count + other.count
    }
  }

  /// The work returns a promise.
  func chosen(_ isFirst: Bool) -> Promise<String> {
    let server = server
    return Promise<String>(on: .global()) {
      dispatchPrecondition(condition: .notOnQueue(.main))
      if isFirst { return server.load("first") }
      return server.load("")
    }
  }

  /// A step of a chain waits for another promise.
  func counted(_ name: String) -> Promise<Int> {
    let server = server
    return server.load(name).then(on: .global()) { text in
      let other = try awaitPromise(server.load(text))
      return text.count + other.count
    }
  }

  func now(_ name: String) async throws -> Int {
    let text = try await server.load(name).then { $0 + "!" }.async()
    return text.count
  }
}
