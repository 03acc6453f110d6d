// ListTests.swift: tests the feed, the search field, the dialog and the uploads.

import Foundation
import PromiseKitCompat
import Testing

@MainActor
@Suite("PromiseKit app: feed", .timeLimit(.minutes(10)))
struct FeedTests {
  private let users = Server.Answer.text(#"[{"id": 1, "name": "Bob"}, {"id": 2, "name": "Ada"}]"#)
  private static let posts = """
    [{"id": 1, "author": 1, "title": "Hello"},
     {"id": 3, "author": 9, "title": "Bye"},
     {"id": 2, "author": 2, "title": "Secret", "isHidden": true},
     {"id": 4, "author": 2, "title": "News", "isHidden": false}]
    """

  @Test("Joins, sorts and shows posts and names")
  func success() async {
    let feed = FeedModel(server: Server(["posts": [.text(Self.posts)], "users": [users]]))
    let end = feed.reload()
    #expect(feed.spinner.isSpinning)
    await end.async()
    #expect(
      feed.rows == [
        .init(title: "News", author: "Ada"), .init(title: "Bye", author: "unknown"),
        .init(title: "Hello", author: "Bob"),
      ])
    #expect(feed.table.reloads == 1)
    #expect(feed.emptyLabel.text == "")
    #expect(!feed.spinner.isSpinning)
  }

  @Test("Shows a message if there are no rows, and after a failure")
  func noRows() async {
    let down = Server.Answer.failure(ServerError.status(500))
    let server = Server(["posts": [.text(Self.posts), .text("[]")], "users": [down, users]])
    let feed = FeedModel(server: server)
    await feed.reload().async()
    #expect(feed.lastError as? ServerError == .status(500))
    #expect(feed.emptyLabel.text == "The server responded with 500.")
    #expect(!feed.spinner.isSpinning)
    await feed.reload().async()
    #expect(feed.lastError == nil)
    #expect(feed.emptyLabel.text == "Nothing here yet")
    #expect(feed.rows.isEmpty)
    #expect(feed.table.reloads == 2)
  }

  @Test("Ignores late results of an earlier reload")
  func stale() async {
    let server = Server(["posts": [.held, .held], "users": [users]])
    let feed = FeedModel(server: server)
    let early = feed.reload()
    let late = feed.reload()
    let requests = server.requests.filter { $0.path == "posts" }
    #expect(requests.count == 2)
    requests.last?.complete(#"[{"id": 2, "author": 1, "title": "New"}]"#)
    await late.async()
    #expect(feed.rows == [.init(title: "New", author: "Bob")])
    #expect(!feed.spinner.isSpinning)
    requests.first?.complete(#"[{"id": 1, "author": 1, "title": "Old"}]"#)
    await early.async()
    #expect(feed.rows == [.init(title: "New", author: "Bob")])
    #expect(feed.lastError == nil)
    #expect(feed.table.reloads == 1)
  }

  @Test("Returns new titles, and a headline for each author")
  func sequences() async throws {
    let server = Server([
      "posts": [.text(Self.posts)], "users": [users],
      "users/1/posts": [
        .text(
          #"[{"id": 1, "author": 1, "title": "Hello"}, {"id": 5, "author": 1, "title": "Moon"}]"#)
      ],
      "users/2/posts": [.text(#"[{"id": 4, "author": 2, "title": "News"}]"#), .text("[]")],
    ])
    let feed = FeedModel(server: server)
    #expect(try await feed.titles(after: 1).async() == ["News", "Bye"])
    #expect(try await feed.headlines().async() == ["Ada: News", "Bob: Moon"])
    let error = await #expect(throws: PMKError.self) { try await feed.headlines().async() }
    guard case .compactMap(let value, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(value as? [Post] == [])
  }
}

@MainActor
@Suite("PromiseKit app: cancellation", .timeLimit(.minutes(10)))
struct CancellationTests {
  @Test("A search cancels the previous one; only failures are shown")
  func search() async {
    let server = Server(["search/a": [.held], "search/ab": [.text("abacus")]])
    let field = SearchField(server: server)
    let first = Guarantee<Void> { seal in field.search("a") { seal(()) } }
    let second = Guarantee<Void> { seal in field.search("ab") { seal(()) } }
    await first.async()
    await second.async()
    #expect(field.cancellations == 1)
    #expect(field.resultLabel.text == "abacus")
    #expect(field.errorLabel.text == "")
    await finished { field.search("abc", completion: $0) }
    #expect(field.errorLabel.text == "The server responded with 404.")
    #expect(field.resultLabel.text == "abacus")
  }

  @Test("Ignores the server's answer after a cancellation")
  func cancel() async {
    let server = Server(["search/a": [.held]])
    let field = SearchField(server: server)
    await finished { end in
      field.search("a", completion: end)
      field.cancelTapped()
      server.requests.first?.complete("too late")
    }
    field.cancelTapped()
    #expect(field.cancellations == 1)
    #expect(field.resultLabel.text == "")

    let (promise, cancel) = server.cancellableGet("search/b")
    await #expect(throws: ServerError.status(404)) { try await promise.async() }
    cancel()
    #expect(promise.error as? ServerError == .status(404))
  }

  @Test("Closing the dialog isn't a failure; giving no answer is")
  func dialog() async {
    func log(_ tap: (DeleteDialog) -> Void) async -> [String] {
      let dialog = DeleteDialog()
      await finished { end in
        dialog.run(completion: end)
        tap(dialog)
      }
      return dialog.log
    }
    #expect(await log { $0.yesTapped() } == ["deleted", "gone"])
    #expect(await log { $0.noTapped() } == ["kept", "gone"])
    #expect(await log { $0.closeTapped() } == ["gone"])
    #expect(await log { $0.timeIsUp() } == ["gone", "failed: noAnswer"])
  }
}

@MainActor
@Suite("PromiseKit app: uploads", .timeLimit(.minutes(10)))
struct UploadTests {
  private let files = ["a", "b", "c", "d", "e"]

  private func server(_ answers: [String: Server.Answer], report: Int = 0) -> Server {
    var all = ["report/\(report)": [Server.Answer.text("")]]
    for (file, answer) in answers { all["upload/\(file)"] = [answer] }
    return Server(all)
  }

  @Test("Uploads in order")
  func inOrder() async throws {
    let server = server(["a": .held, "b": .held, "c": .text("3")])
    let queue = UploadQueue(server: server)
    let end = queue.uploadInOrder(["a", "b", "c"])
    #expect(queue.progressLabel.text == "0 of 3")
    await server.gotRequests(1)
    #expect(queue.isBusy)
    #expect(server.paths == ["upload/a"])
    server.requests.last?.complete("1")
    await server.gotRequests(2)
    #expect(server.paths == ["upload/a", "upload/b"])
    #expect(queue.progressLabel.text == "1 of 3")
    server.requests.last?.complete("2")
    try await end.async()
    #expect(queue.uploaded == ["a", "b", "c"])
    #expect(queue.progressLabel.text == "3 of 3")
    #expect(!queue.isBusy)
  }

  @Test("A failure ends the queue; the report is sent anyway")
  func failureInOrder() async throws {
    let failing = server(
      ["a": .text("1"), "b": .failure(ServerError.status(507)), "c": .text("3")], report: 1)
    let queue = UploadQueue(server: failing)
    await #expect(throws: ServerError.status(507)) {
      try await queue.uploadAndReport(["a", "b", "c"]).async()
    }
    #expect(failing.paths == ["upload/a", "upload/b", "report/1"])
    #expect(queue.progressLabel.text == "1 of 3")
    #expect(!queue.isBusy)

    let unreported = server(["a": .text("1")])
    try await UploadQueue(server: unreported).uploadAndReport(["a"]).async()
    #expect(unreported.paths == ["upload/a", "report/1"])
  }

  @Test("Uploads three files at a time; returns receipts in the order of the files")
  func inParallel() async throws {
    let server = server(["a": .held, "b": .held, "c": .held, "d": .held, "e": .held])
    let queue = UploadQueue(server: server)
    let receipts = queue.uploadInParallel(files)
    func complete(_ file: String, _ number: Int) {
      server.requests.first { $0.path == "upload/\(file)" }?.complete("\(number)")
    }
    await server.gotRequests(3)
    #expect(server.paths == ["upload/a", "upload/b", "upload/c"])
    complete("c", 3)
    await server.gotRequests(4)
    #expect(server.paths.dropFirst(3) == ["upload/d"])
    #expect(queue.progressLabel.text == "1 of 5")
    complete("a", 1)
    await server.gotRequests(5)
    #expect(queue.uploaded == ["c", "a"])
    for (file, number) in [("e", 5), ("b", 2), ("d", 4)] { complete(file, number) }
    let expected = zip(files, 1...).map { Receipt(file: $0, number: $1) }
    #expect(try await receipts.async() == expected)
    #expect(queue.uploaded.sorted() == files)
    #expect(queue.progressLabel.text == "5 of 5")
    #expect(!queue.isBusy)
  }

  @Test("Starts no uploads after a failure")
  func failureInParallel() async {
    let server = server(["a": .held, "b": .held, "c": .held, "d": .text("4"), "e": .text("5")])
    let queue = UploadQueue(server: server)
    let receipts = queue.uploadInParallel(files)
    await server.gotRequests(3)
    server.requests[1].complete(nil, ServerError.status(507))
    await #expect(throws: ServerError.status(507)) { try await receipts.async() }
    #expect(!queue.isBusy)
    server.requests.forEach { $0.complete("0") }
    #expect(server.paths == ["upload/a", "upload/b", "upload/c"])
  }

  @Test("Uploads as many files as possible; returns the failures")
  func whatGoes() async {
    let server = server(["a": .text("1"), "c": .text("three"), "d": .text("4")])
    let queue = UploadQueue(server: server)
    #expect(await queue.uploadWhatGoes(["a", "b", "c", "d"]).async() == ["b", "c"])
    #expect(!queue.isBusy)
    #expect(await queue.uploadWhatGoes([]).async() == [])
  }
}
