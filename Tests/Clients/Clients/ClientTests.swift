// S2: the clients work in every mode in which they are compiled.

import AsyncPromises
import Testing

@Suite("Clients", .timeLimit(.minutes(10)))
struct ClientTests {
  let service = ProfileService()

  @Test("S2: promises made without isolation")
  func makers() async throws {
    for make in [service.profile, service.named, service.resolved, service.wrapped] {
      #expect(try await make(1).value.name == "Ada")
      await #expect(throws: ClientError.notFound(3)) { try await make(3).value }
    }
    #expect(try await service.stored(2).value.name == "Alan")
    #expect(try await service.followed(2).value.name == "Alan")
    #expect(try await service.ages(1, 2).value == 77)
    await #expect(throws: ClientError.offline) { try await service.throwing().value }
    for promise in everyMaker() {
      #expect(try await promise.value == 1)
    }
    for promise in everyMakerOfNothing() {
      try await promise.value
    }
  }

  @Test("S2 D2: callbacks of five shapes")
  func callbacks() async throws {
    #expect(try await service.wrappedValue(1).value == 1)
    #expect(try await service.wrappedValueOrError(2).value == 2)
    await #expect(throws: ClientError.offline) {
      try await service.wrappedValueOrError(nil).value
    }
    #expect(try await service.wrappedResult(.success(3)).value == 3)
    await #expect(throws: ClientError.offline) {
      try await service.wrappedResult(.failure(.offline)).value
    }
    try await service.wrappedFailure(nil).value
    await #expect(throws: ClientError.offline) {
      try await service.wrappedFailure(.offline).value
    }
    #expect(try await service.wrappedFlag(true).value)
    #expect(try await service.wrappedWithoutContext().value == "6 true")
  }

  @Test("S2: every operator in every spelling")
  func operators() async throws {
    #expect(try await everyMapAndThen(.fulfilled(5)).value == 5)
    let lines = try await everyOtherOperator(.fulfilled(5)).value
    #expect(
      lines == [
        "tap success(5)", "tap 5", "finally", "done 5", "throw", "catch notFound(1)",
        "not found: 1", "recover",
      ])
    for promise in everyRecover(.rejected(ClientError.offline)) {
      #expect(try await promise.value == 1)
    }
    #if swift(>=6)
      #expect(try await everyFunction(.fulfilled(5)).value == "2")
    #endif
  }

  @MainActor
  @Test("S2 B2: handlers change the state of a main-actor class")
  func mainActorClass() async throws {
    let screen = ProfileScreen(service: service)
    try await screen.show(1).value
    #expect(screen.title == "ADA")
    #expect(!screen.isLoading)
    try await screen.showWithExplicitSelf(1).value
    #expect(screen.subtitle == "Ada and Alan")
    #expect(screen.lines == ["Ada and Alan"])
    try await screen.showWeakly(2).value
    #expect(screen.title == "Alan")
    try await screen.showAsynchronously(1).value
    #expect(screen.subtitle == "41")
    await screen.showWithTask(1).value
    #expect(screen.subtitle == "AdaAda")
    #expect(try await screen.transcribe(2) == ["Alan", "1"])
    #expect(try await screen.whenSettled(3).value == "nobody")
    #if swift(>=6)
      try await screen.showWithMethods(2).value
      #expect(screen.title == "Alan")
    #endif
    #expect(screen.errors.isEmpty)
    #expect(screen.wasAlwaysOnMainActor)
    await #expect(throws: ClientError.notFound(3)) { try await screen.show(3).value }
    #expect(screen.errors.count == 1)
  }

  @Test("S2 B2: handlers change the state of an actor")
  func actor() async throws {
    let cache = ProfileCache(service: service)
    #expect(try await cache.count(1).value == 36 + (41 + 36 + 36) + 1)
    #expect(try await cache.await(1) == "Ada Ada Alan")
    let asynchronous = ProfileCache(service: service)
    #expect(try await asynchronous.countAsynchronously(1).value == 77 + 41 + 77)
    let kept = await cache.keepResolver(5)
    await cache.answer(5, with: Profile(name: "Grace", age: 79))
    #expect(try await kept.value.name == "Grace")
    #expect(try await ProfileCache(service: service).inside().value == 36)
  }

  @MainActor
  @Test("S2 S3: a chain of thirty links")
  func longChain() async throws {
    let open = LongChain(shop: Shop(isOpen: true))
    #expect(try await open.buy().value == "TEA AND CUP, IN EUR.!")
    #expect(open.messages == ["chosen", "priced", "confirmed", "true", "done"])
    #expect(!open.isBusy)
    let closed = LongChain(shop: Shop(isOpen: false))
    #expect(try await closed.buy().value == "BILL, IN EUR.!")
    #expect(
      closed.messages == ["chosen", "priced", "confirmed", "declined", "false", "done"])
  }
}
