// Runs a server and a client on the loopback interface, with requests as promises.
//
//     swift run --package-path Examples/Interop interop-http

import AsyncPromises
import HTTPInterop
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

@main
struct InteropHTTP {
  static func main() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
    let shop = Shop()
    let server = try await Server.start(on: group, respond: shop.answer).get()
    let client = Client(to: server.address, on: group)

    let greeting = client.send(Request("/start")).content
      .then { client.send(Request($0)) }
      .content
    print("chain:        \(try await greeting.get())")

    let upAgain = Promise.retry(maxAttempts: 5, backoff: .constant(.milliseconds(10))) { _ in
      client.send(Request("/flaky")).content
    }
    print("retry:        \(try await upAgain.get())")

    let endless = client.send(Request("/endless")).content
    try await shop.begun.promise.value
    let late = endless.timeout(after: .milliseconds(50)).recover { "\($0)" }
    print("timeout:      \(try await late.get())")
    try await shop.takenBack.promise.value
    print("              The server has stopped its work.")

    let prices = Promise.map(1...100, concurrency: 8) { item in
      client.send(Request("/price/\(item)")).content
    }
    print("eight a time: \(try await prices.get().count) prices")

    let last = client.send(Request("/slow")).content
    try await shop.asked.promise.value
    let stopped = server.stop()
    print("shutdown:     \(try await last.get())")
    try await stopped.get()
    try await Promise.wrap { group.shutdownGracefully($0) }.get()
    print("              All work has ended.")
  }
}

/// The server's pages.
final class Shop: Sendable {
  /// Fulfilled when the endless page is requested.
  let begun = Promise<Void>.pending()
  /// Fulfilled when the request for the endless page is withdrawn.
  let takenBack = Promise<Void>.pending()
  /// Fulfilled when the slow page is requested.
  let asked = Promise<Void>.pending()
  private let endless = Promise<Response>.pending()
  private let failures = Atomic(2)

  init() {
    endless.resolver.onCancel { [takenBack] in takenBack.resolver.fulfill() }
  }

  @Sendable func answer(_ request: Request) -> Promise<Response> {
    switch request.path {
    case "/start":
      return .fulfilled(Response("/hello"))
    case "/hello":
      return Promise { Response("hello, from an async function") }
    case "/flaky":
      let isDown = failures.wrappingSubtract(1, ordering: .relaxed).oldValue > 0
      return .fulfilled(isDown ? Response(status: .serviceUnavailable) : Response("third time"))
    case "/endless":
      begun.resolver.fulfill()
      return endless.promise
    case "/slow":
      asked.resolver.fulfill()
      return Promise.delay(for: .milliseconds(20)).map { Response("the last answer went out") }
    default:
      return .fulfilled(Response(request.path))
    }
  }
}
