// AppTests.swift: tests the app with the pretend server, in success, failure and cancellation.

import BoltsCompat
import Foundation
import Testing

extension Task {
  /// Waits for this task, and returns it.
  func finished() async -> Task<TResult> {
    await withCheckedContinuation { waiter in
      continueWith { waiter.resume(returning: $0) }
    }
  }
}

@MainActor
@Suite("Bolts app: startup", .timeLimit(.minutes(10)))
struct StartupTests {
  @Test("Runs the steps in order; the user's actions wait until the steps have ended")
  func order() async {
    let server = Server([
      "settings": .held, "session": .text("s"), "news": .text("n"), "letter": .text("Dear"),
    ])
    let startup = Startup(server: server)
    let steps = startup.run()
    let letter = startup.open("letter")
    await server.gotRequests(1)
    #expect(startup.log == ["settings begins"])
    #expect(server.paths == ["settings"] && !letter.completed)
    server.requests[0].complete("dark")
    #expect(await steps.finished().result == 3)
    #expect(await letter.finished().result == "Dear")
    #expect(server.paths == ["settings", "session", "news", "letter"])
    #expect(
      startup.log == [
        "settings begins", "settings is done", "session begins", "session is done", "news begins",
        "news is done",
      ])
  }

  @Test("A failing step doesn't block the others")
  func failure() async {
    let startup = Startup(server: Server(["settings": .text(""), "news": .text("n")]))
    #expect(await startup.run().finished().result == 2)
    #expect(startup.log.contains("session failed"))
    let letter = await startup.open("letter").finished()
    #expect(letter.error as? ServerError == .status(404))
  }
}

@MainActor
@Suite("Bolts app: albums", .timeLimit(.minutes(10)))
struct AlbumTests {
  @Test("Deletes comments in order, up to the first error")
  func series() async {
    let server = Server([
      "cats/comments": .text("1 2 3"), "delete/1": .text(""), "delete/2": .text(""),
      "delete/3": .text(""), "dogs/comments": .text("1 4 2"), "birds/comments": .text(""),
    ])
    let albums = Albums(server: server)
    #expect(await albums.deleteComments(of: "cats").finished().completed)
    #expect(server.paths == ["cats/comments", "delete/1", "delete/2", "delete/3"])
    let failed = await albums.deleteComments(of: "dogs").finished()
    #expect(failed.error as? ServerError == .status(404))
    #expect(server.paths.suffix(3) == ["dogs/comments", "delete/1", "delete/4"])
    #expect(await albums.deleteComments(of: "birds").finished().result != nil)
  }

  @Test("Uploads in parallel; results keep their order")
  func parallel() async {
    let server = Server(["upload/a": .held, "upload/b": .held])
    let albums = Albums(server: server)
    let uploads = albums.upload(["a", "b"])
    await server.gotRequests(2)
    #expect(albums.status == "uploading")
    server.requests[1].complete("B")
    server.requests[0].complete("A")
    #expect(await uploads.finished().result == ["A", "B"])
    #expect(albums.status == "uploaded")
    #expect(await albums.upload([]).finished().result == [])
  }

  @Test("Parallel uploads collect all errors")
  func errors() async {
    let server = Server([
      "upload/a": .text("A"), "upload/b": .failure(.status(500)), "upload/c": .failure(.status(1)),
    ])
    let albums = Albums(server: server)
    let failed = await albums.upload(["a", "b", "c"]).finished()
    let errors = (failed.error as? AggregateError)?.errors as? [ServerError]
    #expect(errors == [.status(500), .status(1)])
    #expect(albums.status == "2 of 3 failed")
  }

  @Test("A photo comes from the server, the mirror or a placeholder")
  func photo() async {
    let server = Server([
      "photos/cat": .text("cat"), "mirror/dog": .text("dog"), "mirror/owl": .failure(.status(500)),
    ])
    let albums = Albums(server: server)
    #expect(await albums.photo("cat").finished().result == "cat")
    #expect(await albums.photo("dog").finished().result == "dog")
    #expect(await albums.photo("emu").finished().result == "placeholder")
    #expect(await albums.photo("owl").finished().error as? ServerError == .status(500))
  }

  @Test("Deletes an album if confirmed; otherwise cancels the task")
  func confirmation() async {
    let server = Server(["delete/cats": .text("")])
    let albums = Albums(server: server)
    let answers: [((Confirmation) -> Void, Bool)] = [
      ({ $0.press(true) }, true), ({ $0.press(false) }, false), ({ $0.close() }, false),
    ]
    for (answer, isDeleted) in answers {
      let confirmation = Confirmation()
      let deletion = albums.delete("cats", asking: confirmation)
      answer(confirmation)
      answer(confirmation)
      let end = await deletion.finished()
      #expect(end.cancelled == !isDeleted && end.error == nil)
    }
    #expect(server.paths == ["delete/cats"])
  }
}

@MainActor
@Suite("Bolts app: search", .timeLimit(.minutes(10)))
struct SearchTests {
  private let answers: [String: Server.Answer] = [
    "search/cat": .text("cat catfish"), "search/ca": .held,
  ]

  @Test("Shows results, or an error")
  func found() async {
    let search = Search(server: Server(answers), pause: 0.001)
    #expect(await search.type("cat").finished().result != nil)
    #expect(search.results == ["cat", "catfish"] && search.status == "2 found")
    #expect(await search.type("zebra").finished().result != nil)
    #expect(search.results == [] && search.status == "no answer")
  }

  @Test("Sends no request while the user keeps typing")
  func pause() async {
    let server = Server(answers)
    let search = Search(server: server, pause: 10_000)
    let first = search.type("c")
    let second = search.type("ca")
    search.close()
    #expect(await first.finished().cancelled)
    #expect(await second.finished().cancelled)
    #expect(server.paths == [] && search.status == "closed")
  }

  @Test("Late answers aren't shown")
  func late() async {
    let server = Server(answers)
    let search = Search(server: server, pause: 0)
    let first = search.type("ca")
    await server.gotRequests(1)
    #expect(await search.type("cat").finished().result != nil)
    server.requests[0].complete("calf")
    #expect(await first.finished().cancelled)
    #expect(search.results == ["cat", "catfish"])
  }

  @Test("Reads parts in order, until cancelled")
  func parts() async {
    let server = Server(["part/1": .text("a"), "part/2": .text("b"), "part/3": .held])
    let source = CancellationTokenSource()
    #expect(await load([1, 2], from: server, source.token).finished().result == "ab")
    #expect(await load([], from: server, source.token).finished().result == "")
    let rest = load([3, 1], from: server, source.token)
    await server.gotRequests(3)
    source.cancel()
    server.requests[2].complete("c")
    #expect(await rest.finished().cancelled)
    #expect(server.paths == ["part/1", "part/2", "part/3"])
  }
}
