// AppTests.swift: tests the app with the pretend server, in success and failure.

import Foundation
import GooglePromisesCompat
import Testing

@MainActor
@Suite("google/promises app: login", .timeLimit(.minutes(10)))
struct LoginTests {
  private let session = Server.Answer.text(#"{"token": "t", "userID": 7}"#)
  private let user = Server.Answer.text(#"{"id": 7, "name": "Ada", "avatar": "ada.png"}"#)
  private let avatar = Server.Answer.text(#"{"name": "ada", "width": 40}"#)

  @Test("Shows the user and avatar, and a spinner while they load")
  func success() async throws {
    let server = Server(["login/ada": [.held], "users/7": [user], "ada.png": [avatar]])
    let screen = LoginScreen(server: server)
    let end = screen.loginTapped(name: " ada ", password: "open sesame")
    await server.gotRequests(1)
    #expect(screen.spinner.isSpinning)
    server.requests.first?.complete(#"{"token": "t", "userID": 7}"#)
    #expect(try await end.async() == Image(name: "ada", width: 40))
    #expect(server.paths == ["login/ada", "users/7", "ada.png"])
    #expect(screen.session == Session(token: "t", userID: 7))
    #expect(screen.nameLabel.text == "Ada")
    #expect(screen.avatarView.image == Image(name: "ada", width: 40))
    #expect(screen.errorLabel.text == "")
    #expect(!screen.spinner.isSpinning)
  }

  @Test("Shows a placeholder if there is no avatar")
  func placeholder() async throws {
    let screen = LoginScreen(server: Server(["login/ada": [session], "users/7": [user]]))
    let image = try await screen.loginTapped(name: "ada", password: "open sesame").async()
    #expect(image == .placeholder)
    #expect(screen.errorLabel.text == "")
  }

  @Test("Doesn't send invalid input")
  func validation() async {
    let server = Server()
    let screen = LoginScreen(server: server)
    await #expect(throws: LoginError.shortPassword(minimum: 8)) {
      try await screen.loginTapped(name: "ada", password: "sesame").async()
    }
    #expect(screen.errorLabel.text == "A password needs at least 8 characters.")
    await #expect(throws: LoginError.noName) {
      try await screen.loginTapped(name: " ", password: "open sesame").async()
    }
    #expect(screen.errorLabel.text == "Enter your name.")
    #expect(!screen.spinner.isSpinning && server.paths.isEmpty)
  }

  @Test("Shows an error from any step, and skips later steps")
  func failure() async {
    let screen = LoginScreen(server: Server(["login/ada": [session]]))
    await #expect(throws: ServerError.status(404)) {
      try await screen.loginTapped(name: "ada", password: "open sesame").async()
    }
    #expect(screen.errorLabel.text == "The server responded with 404.")
    #expect(screen.session == nil && screen.nameLabel.text == "")
    #expect(!screen.spinner.isSpinning)
  }
}

@MainActor
@Suite("google/promises app: feed", .timeLimit(.minutes(10)))
struct FeedTests {
  private let ada = Server.Answer.text(#"[{"id": 2, "author": 1, "title": "Tea"}]"#)
  private let bob = Server.Answer.text(#"[{"id": 1, "author": 2, "title": "Ale"}]"#)

  @Test("Shows all pages in order, or the first failure")
  func reload() async throws {
    let feed = Feed(server: Server(["users/1/posts": [ada], "users/2/posts": [bob]]))
    #expect(try await feed.reload(authors: [1, 2]).async().map { $0.id } == [1, 2])
    #expect(feed.posts.count == 2 && feed.table.reloads == 1)
    await #expect(throws: ServerError.status(404)) {
      try await feed.reload(authors: [1, 3]).async()
    }
    #expect(feed.errorLabel.text == "The server responded with 404.")
    #expect(feed.posts.count == 2 && feed.table.reloads == 1)
    #expect(try await feed.reload(authors: []).async() == [])
  }

  @Test("A second reload cancels the first")
  func again() async throws {
    let server = Server(["users/1/posts": [.held], "users/2/posts": [bob]])
    let feed = Feed(server: server)
    let first = feed.reload(authors: [1])
    await server.gotRequests(1)
    #expect(try await feed.reload(authors: [2]).async().count == 1)
    await #expect(throws: CancellationError.self) { try await first.async() }
    server.requests.first?.complete("[]")
    #expect(feed.posts.count == 1 && feed.errorLabel.text == "")
  }

  @Test("Summarizes all results; fails if all have failed")
  func summary() async throws {
    let feed = Feed(server: Server(["users/1/posts": [ada]]))
    #expect(try await feed.summary(authors: [1, 2]).async() == "1 -")
    #expect(try await feed.summary(authors: []).async() == "")
    await #expect(throws: ServerError.status(404)) { try await feed.summary(authors: [2]).async() }
  }

  @Test("Combines promises of two types; loads pages in order")
  func several() async throws {
    let user = Server.Answer.text(#"{"id": 1, "name": "Ada"}"#)
    let server = Server(["me": [user], "a": [ada], "b": [bob]])
    let feed = Feed(server: server)
    #expect(try await feed.header(Device()).async() == "Ada 80%")
    #expect(try await feed.header(Device(battery: nil)).async() == "Ada 0%")
    let broken = Device(failure: .status(1))
    await #expect(throws: ServerError.status(1)) { try await feed.header(broken).async() }
    await server.gotRequests(3)  // the user is requested anyway
    #expect(try await feed.titles(pages: ["a", "b", "a"]).async() == ["Tea", "Ale", "Tea"])
    #expect(try await feed.titles(pages: []).async() == [])
    await #expect(throws: ServerError.status(404)) {
      try await feed.titles(pages: ["a", "c", "b"]).async()
    }
    #expect(server.paths.suffix(2) == ["a", "c"])
  }

  @Test("Uses the mirror that answers first")
  func mirrors() async throws {
    let (slow, fast) = (Server(["x": [.held]]), Server(["x": [.text("fast")]]))
    let feed = Feed(server: slow)
    #expect(try await feed.mirrored([slow, fast], "x").async() == "fast")
    await slow.gotRequests(1)
    slow.requests.first?.complete("slow")
  }
}

@MainActor
@Suite("google/promises app: export", .timeLimit(.minutes(10)))
struct ExportTests {
  private let busy = Server.Answer.failure(ServerError.status(503))

  @Test("Asks a busy server at most three times")
  func retries() async throws {
    let server = Server(["export/a": [busy, busy, .text("A")]])
    let exporter = Exporter(server: server, pause: 0)
    #expect(try await exporter.export("a").async() == "A")
    #expect(server.paths.count == 3 && exporter.statusLabel.text == "ready")

    let dead = Exporter(server: Server(["export/a": [busy]]), pause: 0)
    await #expect(throws: ServerError.status(503)) { try await dead.export("a").async() }
    #expect(dead.statusLabel.text == "failed")
  }

  @Test("Other errors, empty answers and late answers fail the export without a retry")
  func failures() async {
    let server = Server(["export/b": [.text("")], "export/c": [.held]])
    let exporter = Exporter(server: server, pause: 0)
    await #expect(throws: ServerError.status(404)) { try await exporter.export("a").async() }
    #expect(server.paths.count == 1 && exporter.statusLabel.text == "failed")
    await #expect(throws: PromiseError.validationFailure) {
      try await exporter.export("b").async()
    }
    #expect(exporter.statusLabel.text == "empty")
    await #expect(throws: PromiseError.timedOut) {
      try await exporter.export("c", limit: 0).async()
    }
    #expect(exporter.statusLabel.text == "too slow")
    await server.gotRequests(3)
    server.requests.last?.complete("C")
  }

  @Test("Exports in the background, and from an async function")
  func others() async throws {
    let exporter = Exporter(server: Server(["export/a": [.text("abc")]]), pause: 0)
    #expect(try await exporter.exportInBackground("a").async() == 3)
    #expect(try await exporter.exportTwice("a") == ["abc", "abc"])
  }
}
