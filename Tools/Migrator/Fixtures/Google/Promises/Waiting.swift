// Waits that block a thread of their own, and steps into async functions.

import Dispatch
import AsyncPromises

struct WaitingError: Error, Equatable {}

struct WaitingServer: Sendable {
  let text: String

  func twice(_ name: String) -> Promise<String> {
    load(name).map(.async) { try await self.load($0).value }
  }

  func load(_ name: String) -> Promise<String> {
    name.isEmpty ? Promise.rejected(WaitingError()) : Promise.fulfilled(text + name).delay(by: .seconds(0.001))
  }
}

@MainActor
final class WaitingScreen {
  private let server = WaitingServer(text: "text of ")

  func both(_ first: String, _ second: String) -> Promise<Int> {
    let server = server
    return Promise<Int> { @concurrent in
      let one = try await server.load(first).value
      let other = try await server.load(second).value
      return one.count + other.count
    }
  }

  /// The work returns a promise.
  func chosen(_ isFirst: Bool) -> Promise<String> {
    let server = server
    return Promise<String> { @concurrent in
      dispatchPrecondition(condition: .notOnQueue(.main))
      if isFirst { return server.load("first") }
      return server.load("")
    }
  }

  /// A step of a chain waits for another promise.
  func counted(_ name: String) -> Promise<Int> {
    let server = server
    return server.load(name).map(.async) { @concurrent text in
      let other = try await server.load(text).value
      return text.count + other.count
    }
  }

  func now(_ name: String) async throws -> Int {
    let text = try await server.load(name).map { $0 + "!" }.value
    return text.count
  }
}
