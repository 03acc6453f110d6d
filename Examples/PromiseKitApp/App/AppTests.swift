// AppTests.swift: tests the app with the pretend server, in success and failure.

import Foundation
import PromiseKitCompat
import Testing

/// Waits until the completion is called.
@MainActor
func finished(_ start: (@escaping () -> Void) -> Void) async {
  await withCheckedContinuation { continuation in
    start { continuation.resume() }
  }
}

@MainActor
@Suite("PromiseKit app: login", .timeLimit(.minutes(10)))
struct LoginTests {
  private static let session = Server.Answer.text(#"{"token": "t", "userID": 7}"#)
  private static let user = Server.Answer.text(#"{"id": 7, "name": "Ada", "avatar": "ada.png"}"#)
  private static let avatar = Server.Answer.text(#"{"name": "ada", "width": 40}"#)

  private func logIn(_ server: Server, password: String = "open sesame") async -> LoginScreen {
    let screen = LoginScreen(server: server)
    await finished { screen.loginTapped(name: " ada ", password: password, completion: $0) }
    return screen
  }

  @Test("Shows the user and avatar, and a spinner while they load")
  func success() async {
    let server = Server([
      "login/ada": [.held], "users/7": [Self.user], "ada.png": [Self.avatar],
    ])
    let screen = LoginScreen(server: server)
    await finished { completion in
      screen.loginTapped(name: " ada ", password: "open sesame", completion: completion)
      #expect(screen.spinner.isSpinning)
      Task {
        await server.gotRequests(1)
        #expect(screen.spinner.isSpinning)
        server.requests.first?.complete(#"{"token": "t", "userID": 7}"#)
      }
    }
    #expect(server.paths == ["login/ada", "users/7", "ada.png"])
    #expect(screen.session == Session(token: "t", userID: 7))
    #expect(screen.nameLabel.text == "Ada")
    #expect(screen.avatarView.image == Image(name: "ada", width: 40))
    #expect(screen.errorLabel.text == "")
    #expect(!screen.spinner.isSpinning)
    #expect(screen.spinner.starts == 1)
  }

  @Test("Shows a placeholder if there is no avatar")
  func placeholder() async {
    let noAvatar = Server.Answer.text(#"{"id": 7, "name": "Ada"}"#)
    let without = await logIn(Server(["login/ada": [Self.session], "users/7": [noAvatar]]))
    #expect(without.nameLabel.text == "Ada")
    #expect(without.avatarView.image == .placeholder)

    let lost = await logIn(Server(["login/ada": [Self.session], "users/7": [Self.user]]))
    #expect(lost.nameLabel.text == "Ada")
    #expect(lost.avatarView.image == .placeholder)
    #expect(lost.errorLabel.text == "")
  }

  @Test("Doesn't send invalid input")
  func validation() async {
    let server = Server()
    let short = await logIn(server, password: "sesame")
    #expect(short.errorLabel.text == "A password needs at least 8 characters.")
    #expect(!short.spinner.isSpinning)

    let screen = LoginScreen(server: server)
    await finished { screen.loginTapped(name: " ", password: "open sesame", completion: $0) }
    #expect(screen.errorLabel.text == "Enter your name.")
    #expect(server.paths.isEmpty)
  }

  @Test("Shows an error from any step, and skips later steps")
  func failure() async {
    let refused = Server(["login/ada": [.failure(ServerError.status(401))]])
    let outside = await logIn(refused)
    #expect(outside.errorLabel.text == "The server responded with 401.")
    #expect(outside.session == nil)
    #expect(!outside.spinner.isSpinning)
    #expect(refused.paths == ["login/ada"])

    let halfway = await logIn(Server(["login/ada": [Self.session]]))
    #expect(halfway.errorLabel.text == "The server responded with 404.")
    #expect(halfway.session == nil)
    #expect(halfway.nameLabel.text == "")
    #expect(halfway.avatarView.image == nil)
  }

  @Test("Logging out clears the user immediately, and notifies the server")
  func logout() async {
    let server = Server([
      "login/ada": [Self.session], "users/7": [Self.user], "ada.png": [Self.avatar],
      "logout": [.text("")],
    ])
    let screen = await logIn(server)
    let end = screen.logoutTapped()
    #expect(screen.session == nil)
    #expect(screen.nameLabel.text == "")
    #expect(screen.avatarView.image == nil)
    await finished { end.finally($0) }
    #expect(server.paths.last == "logout")
  }
}

@MainActor
@Suite("PromiseKit app: images", .timeLimit(.minutes(10)))
struct ImageTests {
  private let cat = Server.Answer.text(#"{"name": "cat", "width": 300}"#)
  private let dog = Server.Answer.text(#"{"name": "dog", "width": 200}"#)

  @Test("Loads an image once, even if it is requested again while it loads")
  func cache() async throws {
    let server = Server(["cat": [cat]])
    let loader = ImageLoader(server: server)
    let first = loader.image(at: "cat")
    let second = loader.image(at: "cat")
    #expect(first === second)
    #expect(try await first.async() == Image(name: "cat", width: 300))
    #expect(loader.image(at: "cat").value == Image(name: "cat", width: 300))
    #expect(server.paths == ["cat"])
  }

  @Test("Failures aren't cached: the next call tries again")
  func anotherTry() async throws {
    let server = Server(["cat": [.failure(ServerError.status(500)), .text("meow"), cat]])
    let loader = ImageLoader(server: server)
    await #expect(throws: ServerError.status(500)) { try await loader.image(at: "cat").async() }
    await #expect(throws: ImageError.notAnImage) { try await loader.image(at: "cat").async() }
    #expect(try await loader.image(at: "cat").async().name == "cat")
    #expect(server.paths == ["cat", "cat", "cat"])
  }

  @Test("Loads several images in order; fails at the first failure")
  func several() async throws {
    let loader = ImageLoader(server: Server(["cat": [cat], "dog": [dog]]))
    let images = try await loader.images(at: ["dog", "cat", "dog"]).async()
    #expect(images.map(\.name) == ["dog", "cat", "dog"])
    await #expect(throws: ServerError.status(404)) {
      try await loader.images(at: ["dog", "emu", "cat"]).async()
    }
  }

  @Test("Makes thumbnails in the background; uses placeholders for missing images")
  func thumbnails() async {
    let loader = ImageLoader(server: Server(["cat": [cat], "dog": [dog]]))
    let thumbnails = await loader.thumbnails(at: ["cat", "emu", "dog"]).async()
    #expect(
      thumbnails == [
        Image(name: "cat", width: 64), .placeholder, Image(name: "dog", width: 64),
      ])
  }

  @Test("Makes a collage of several images; fails if there are none")
  func collage() async throws {
    let loader = ImageLoader(server: Server(["cat": [cat], "dog": [dog]]))
    let collage = try await loader.collage(of: ["cat", "dog"]).async()
    #expect(collage == Image(name: "cat+dog", width: 500))
    let error = await #expect(throws: PMKError.self) {
      try await loader.collage(of: []).async()
    }
    guard case .emptySequence = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A reused cell ignores late images")
  func reuse() async {
    let server = Server(["cat": [.held], "dog": [dog]])
    let loader = ImageLoader(server: server)
    let cell = ImageCell()
    let late = cell.show("cat", from: loader)
    #expect(cell.imageView.image == .placeholder)
    await cell.show("dog", from: loader).async()
    #expect(cell.imageView.image == Image(name: "dog", width: 64))
    server.requests.first?.complete(#"{"name": "cat", "width": 300}"#)
    await late.async()
    #expect(cell.imageView.image == Image(name: "dog", width: 64))
    await cell.show("emu", from: loader).async()
    #expect(cell.imageView.image == .placeholder)
  }
}

@MainActor
@Suite("PromiseKit app: retry, poll, time limit", .timeLimit(.minutes(10)))
struct RetryLoopTests {
  private let down = Server.Answer.failure(ServerError.status(503))
  private let notYet = Server.Answer.text("{}")
  private let ready = Server.Answer.text(#"{"file": "files/9"}"#)

  @Test("Retries the export twice, polls three times, and retries the download once")
  func success() async throws {
    let server = Server([
      "export/book": [down, down, .text("")], "status/book": [notYet, notYet, ready],
      "files/9": [down, .text("PDF")],
    ])
    let exporter = Exporter(server: server, pause: .nanoseconds(0))
    let (limit, reach) = Guarantee<Void>.pending()
    let file = exporter.export("book", limit: limit)
    #expect(exporter.statusLabel.text == "exporting")
    #expect(try await file.async() == "PDF")
    #expect(exporter.statusLabel.text == "ready")
    #expect(
      server.paths == Array(repeating: "export/book", count: 3)
        + Array(repeating: "status/book", count: 3) + ["files/9", "files/9"])
    reach(())
  }

  @Test("Fails with the error of the last attempt")
  func failure() async throws {
    let server = Server(["export/book": [down, down, .failure(ServerError.status(500))]])
    let exporter = Exporter(server: server, pause: .nanoseconds(0))
    let (limit, reach) = Guarantee<Void>.pending()
    await #expect(throws: ServerError.status(500)) {
      try await exporter.export("book", limit: limit).async()
    }
    #expect(server.paths == Array(repeating: "export/book", count: 3))
    #expect(exporter.statusLabel.text == "failed")
    reach(())
  }

  @Test("Fails when the limit is reached")
  func limit() async throws {
    let server = Server(["export/book": [.held], "status/book": [ready]])
    let exporter = Exporter(server: server, pause: .nanoseconds(0))
    let (limit, reach) = Guarantee<Void>.pending()
    let file = exporter.export("book", limit: limit)
    reach(())
    await #expect(throws: TimedOut.self) { try await file.async() }
    #expect(exporter.statusLabel.text == "too slow")
    await #expect(throws: TimedOut.self) { try await exporter.export("book", seconds: 0).async() }
    server.requests.forEach { $0.complete("") }
  }

  @Test("Stops at the first successful attempt")
  func firstTry() async throws {
    let server = Server(["a": [.text("1")]])
    let data = try await attempt { server.get("a") }.async()
    #expect(data == Data("1".utf8))
    #expect(server.paths == ["a"])
    await #expect(throws: ServerError.status(404)) {
      try await attempt(maximumRetryCount: 1) { server.get("b") }.async()
    }
    #expect(server.paths == ["a", "b"])
  }
}
