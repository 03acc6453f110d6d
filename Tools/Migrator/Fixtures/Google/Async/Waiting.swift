// Waits that block a thread of their own, and steps into async functions.

import Dispatch
import AsyncPromises

struct WaitingError: Error, Equatable {}

struct WaitingServer: Sendable {
  let text: String

  func twice(_ name: String) async throws -> String {
    let value = try await load(name).get()
    return try await self.load(value).value
  }

  func load(_ name: String) -> Promise<String> {
    name.isEmpty ? Promise.rejected(WaitingError()) : Promise.fulfilled(text + name).delay(by: .seconds(0.001))
  }
}

@MainActor
final class WaitingScreen {
  private let server = WaitingServer(text: "text of ")

  func both(_ first: String, _ second: String) async throws -> Int {
    let server = server
    return try await Promise<Int> { @concurrent in
      let one = try await server.load(first).value
      let other = try await server.load(second).value
      return one.count + other.count
    }.get()
  }

  /// The work returns a promise.
  func chosen(_ isFirst: Bool) async throws -> String {
    let server = server
    return try await Promise<String> { @concurrent in
      dispatchPrecondition(condition: .notOnQueue(.main))
      if isFirst { return server.load("first") }
      return server.load("")
    }.get()
  }

  /// A step of a chain waits for another promise.
  func counted(_ name: String) async throws -> Int {
    let server = server
    return try await server.load(name).map(.async) { @concurrent text in
      let other = try await server.load(text).value
      return text.count + other.count
    }.get()
  }

  func now(_ name: String) async throws -> Int {
    let text = try await server.load(name).map { $0 + "!" }.value
    return text.count
  }
}
