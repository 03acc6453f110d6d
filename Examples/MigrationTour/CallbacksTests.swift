// Tests that the versions behave alike, and that the guide describes their differences.

import AsyncPromises
import AsyncPromisesTesting
import Testing

@Suite("Migration tour: Completion handlers", .timeLimit(.minutes(10)))
struct CallbacksTests {
  enum Way: CaseIterable, Sendable {
    case callbacks, promises, async

    func mail(of name: String) async throws -> Mail {
      let server = Server()
      return switch self {
      case .callbacks: try await Promise.wrap { server.mail(of: name, completion: $0) }.get()
      case .promises: try await server.mail(of: name).then { Promise.fulfilled($0) }.get()
      case .async: try await server.mail(of: name)
      }
    }
  }

  @Test("All versions return the same result", arguments: Way.allCases)
  func mail(way: Way) async throws {
    #expect(
      try await way.mail(of: "Morgiana")
        == Mail(inbox: ["Welcome, Morgiana"], drafts: ["Open, sesame"]))
  }

  @Test(
    "All versions fail the same way", arguments: Way.allCases,
    [("nobody", Server.Failure.unknownName), ("Cassim", .noDrafts)])
  func failure(way: Way, attempt: (name: String, failure: Server.Failure)) async {
    await #expect(throws: attempt.failure) { try await way.mail(of: attempt.name) }
  }

  @Test("Two closures settle one promise")
  func search() async throws {
    let found = Search()
    let hits = found.hits()
    found.end(.success(["sesame"]))
    #expect(try await hits.value == ["sesame"])

    let failing = Search()
    let none = failing.hits()
    failing.end(.failure(Server.Failure.noDrafts))
    await #expect(throws: Server.Failure.noDrafts) { try await none.value }
  }

  @Test("Cancelling stops a call that can be stopped")
  func stop() async {
    let search = Search()
    let hits = search.hits()
    #expect(search.isRunning)
    hits.cancel()
    #expect(!search.isRunning)
    await #expect(throws: CancellationError.self) { try await hits.value }
  }

  @Test("Cancelling the promise cancels the returned request, unless it has been answered")
  func cancelRequest() async throws {
    let answered = Shelf.Request()
    let book = Shelf { title, completion in
      completion(title, nil)
      return answered
    }.book("Sesame")
    #expect(try await book.value == "Sesame")
    book.cancel()
    #expect(!answered.isCancelled)

    let request = Shelf.Request()
    let (kept, keep) = Promise<Shelf.Completion>.pending()
    let pending = Shelf { _, completion in
      keep.fulfill(completion)
      return request
    }.book("Sesame")
    #expect(!request.isCancelled)
    pending.cancel()
    #expect(request.isCancelled)
    await #expect(throws: CancellationError.self) { try await pending.value }
    withExtendedLifetime(kept) {}
  }

  @Test("A cancelled wrapped call continues; its answer is ignored without a report")
  func cancelWrapped() async throws {
    try await withPromiseScope { scope in
      let search = Search()
      let hits = Promise<[String]>.wrap { search.start(success: $0, failure: { _ in }) }
      hits.cancel()
      #expect(search.isRunning)
      search.end(.success([]))
      await #expect(throws: CancellationError.self) { try await hits.value }
      #expect(scope.events.isEmpty)
    }
  }

  @Test("Synchronous callbacks become asynchronous")
  @MainActor func later() async throws {
    try await withPromiseScope { scope in
      var steps: [String] = []
      let cached = Promise<Int>.wrap { completion in completion(1) }
      cached.done { _ in steps.append("handler") }
      steps.append("next line")
      try await scope.settle(within: patience)
      #expect(steps == ["next line", "handler"])
    }
  }

  @Test("A main-actor handler runs on the main actor, whichever queue the call answers on")
  @MainActor func mainActor() async throws {
    var names: [String] = []
    let login = Server().login("Morgiana").done {
      MainActor.assertIsolated()
      names.append($0.name)
    }
    try await login.value
    #expect(names == ["Morgiana"])
  }

  @Test("A second callback has no effect, and is reported")
  func twice() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      let number = Promise<Int>.wrap { completion in
        completion(1)
        completion(2)
      }
      let first = try await number.value
      #expect(first == 1)
      #expect(scope.events.map(Report.init) == [.redundantSettle])
    }
  }

  @Test("Releasing an uncalled callback rejects the promise; the error has the location")
  func lost() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      let number = Promise<Int>.wrap { _ in }
      let error = await #expect(throws: PromiseError.self) { try await number.value }
      #expect(error.map { "\($0)".contains("CallbacksTests.swift") } == true)
      #expect(scope.events.map(Report.init) == [.brokenPromise])
    }
  }

  @Test("A call released without an answer breaks its promise; one that is kept doesn't")
  func dropped() async {
    let kept = Search()
    var dropped: Search? = Search()
    let (pending, broken) = (kept.hits(), dropped?.hits())
    dropped = nil
    await #expect(throws: PromiseError.self) { try await broken?.value }
    #expect(pending.resultIfSettled == nil)
    pending.cancel()
  }

  @Test("An answer without a value or an error rejects the promise; with both, the error wins")
  func bothOrNeither() async {
    let neither = Promise<Int>.wrap { (completion: (Int?, (any Error)?) -> Void) in
      completion(nil, nil)
    }
    await #expect { try await neither.value } throws: {
      if case PromiseError.missingValue = $0 { true } else { false }
    }
    let both = Promise<Int>.wrap { completion in completion(1, Server.Failure.noDrafts) }
    await #expect(throws: Server.Failure.noDrafts) { try await both.value }
  }

  @Test("The call starts when the promise is created")
  func underWay() {
    let search = Search()
    let hits = search.hits()
    #expect(search.isRunning)
    hits.cancel()
  }

  @Test("An unhandled error is reported")
  func unhandled() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      Server().mail(of: "nobody").done { _ in Issue.record("An unknown user has mail.") }
      try await scope.settle(within: patience)
      #expect(scope.events.map(Report.init) == [.unhandledRejection])
    }
  }
}
