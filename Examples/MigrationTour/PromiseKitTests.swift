// Tests the screen that was migrated from PromiseKit, and the claims of the guide.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import Testing

@MainActor
@Suite("Migration tour: PromiseKit", .timeLimit(.minutes(10)))
struct PromiseKitTests {
  struct NoSuchUser: Error {}

  let server = FeedServer(
    user: { .fulfilled("anna") },
    posts: { .fulfilled(["\($0) was here", "\($0) is gone"]) },
    avatar: { .fulfilled("picture of \($0)") })

  @Test("The chain and the await version show the same lines")
  func success() async {
    let (chain, twin) = (FeedScreen(server: server), FeedScreen(server: server))
    _ = await chain.reload().result
    await twin.reloadAndWait()
    let expected = [
      "spinner on", "picture of anna: anna was here, anna is gone", "spinner off",
    ]
    #expect(chain.output == expected)
    #expect(twin.output == expected)
  }

  @Test("The chain hides the spinner before showing an error; the await version, afterward")
  func failure() async {
    let server = FeedServer(
      user: server.user, posts: { _ in .rejected(NoSuchUser()) }, avatar: server.avatar)
    let (chain, twin) = (FeedScreen(server: server), FeedScreen(server: server))
    _ = await chain.reload().result
    await twin.reloadAndWait()
    #expect(chain.output == ["spinner on", "spinner off", "NoSuchUser()"])
    #expect(twin.output == ["spinner on", "NoSuchUser()", "spinner off"])
  }

  @Test("catch receives a cancellation from upstream")
  func cancellationFromUpstream() async throws {
    try await withPromiseScope { _ in
      let (user, resolver) = Promise<String>.pending()
      let server = FeedServer(user: { user }, posts: server.posts, avatar: server.avatar)
      let screen = FeedScreen(server: server)
      let end = screen.reload()
      let (seen, seenResolver) = Promise<Bool>.pending()
      end.catch { seenResolver.fulfill($0 is CancellationError) }
      user.cancel()
      let isCancellation = try await seen.value
      #expect(isCancellation)
      #expect(screen.output == ["spinner on", "spinner off"])
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("Cancelling a reload notifies the server and hides the spinner")
  func cancellationOfTheEnd() async throws {
    try await withPromiseScope { scope in
      let (told, toldResolver) = Promise<Void>.pending()
      let (user, resolver) = Promise<String>.pending()
      resolver.onCancel { toldResolver.fulfill() }
      let screen = FeedScreen(
        server: FeedServer(user: { user }, posts: server.posts, avatar: server.avatar))
      screen.reload().cancel()
      try await told.value
      try await scope.settle(within: patience)
      #expect(screen.output == ["spinner on", "spinner off"])
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("An error thrown before a promise is returned can become a rejection")
  func firstly() async throws {
    func load() throws -> Promise<Int> { throw NoSuchUser() }
    let promise = Promise<Void>.fulfilled.then { try load() }
    await #expect(throws: NoSuchUser.self) { try await promise.value }
  }

  @Test("A promise with a fallback is rejected only if it is cancelled itself")
  func guarantee() async throws {
    #expect(try await value(of: .fulfilled(1), or: 2).get() == 1)
    #expect(try await value(of: .rejected(NoSuchUser()), or: 2).get() == 2)
    #expect(try await value(of: .rejected(CancellationError()), or: 2).get() == 2)
    let (pending, resolver) = Promise<Int>.pending()
    let promise = value(of: pending, or: 2)
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await promise.value }
    withExtendedLifetime(resolver) {}
  }

  @Test("Awaits the cleanup, whatever the outcome")
  func ensureThen() async throws {
    let (closed, resolver) = Promise<Void>.pending()
    let text = contents(read: { "text" }, close: { resolver.fulfill() })
    #expect(try await text.value == "text")
    #expect(closed.resultIfSettled != nil)

    let (closedAgain, resolverAgain) = Promise<Void>.pending()
    await #expect(throws: NoSuchUser.self) {
      try await contents(read: { throw NoSuchUser() }, close: { resolverAgain.fulfill() }).get()
    }
    #expect(closedAgain.resultIfSettled != nil)
  }

  @Test("A transform without a result throws")
  func compactMap() async throws {
    #expect(try await number(.fulfilled("42")).get() == 42)
    await #expect(throws: PromiseError.self) { try await number(.fulfilled("many")).get() }
  }

  @Test("Work that blocks runs on a queue")
  func queue() async throws {
    let queue = DispatchQueue(label: "work")
    let work = run(on: queue) {
      dispatchPrecondition(condition: .onQueue(queue))
      return 42
    }
    #expect(try await work.value == 42)
    let failing = run(on: queue) { throw NoSuchUser() }
    await #expect(throws: NoSuchUser.self) { try await failing.value }
  }

  @Test("A handler runs in the isolation where it is written, not on the caller's stack")
  func isolation() async throws {
    var ran = false
    let end = Promise.fulfilled(1).done { _ in
      MainActor.assertIsolated()
      ran = true
    }
    #expect(!ran)
    try await end.value
    #expect(ran)
  }
}
