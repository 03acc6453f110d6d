// URLSession.swift: requests to a server in the test process.

import Foundation
import PMKFoundationCompat
import PromiseKitCompat
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("URLSession", .timeLimit(.minutes(10)))
struct URLSessionTests {
  /// The calls that send a request.
  enum Call: CaseIterable, Sendable {
    case data
    case uploadData
    case uploadFile
    case download

    /// Sends `body` if the call sends one. `file` holds an uploaded body or a downloaded answer.
    func start(
      _ session: URLSession, _ request: any URLRequestConvertible, _ body: String, _ file: URL
    ) throws -> Promise<String> {
      switch self {
      case .data:
        return session.dataTask(.promise, with: request).map(on: nil, Self.text)
      case .uploadData:
        return session.uploadTask(.promise, with: request, from: Data(body.utf8))
          .map(on: nil, Self.text)
      case .uploadFile:
        try Data(body.utf8).write(to: file)
        return session.uploadTask(.promise, with: request, fromFile: file).map(on: nil, Self.text)
      case .download:
        return session.downloadTask(.promise, with: request, to: file).map(on: nil) { answer in
          #expect(answer.saveLocation == file)
          #expect((answer.response as? HTTPURLResponse)?.statusCode == 200)
          return try String(contentsOf: answer.saveLocation, encoding: .utf8)
        }
      }
    }

    var sends: Bool { self == .uploadData || self == .uploadFile }

    private static func text(_ answer: (data: Data, response: URLResponse)) -> String {
      #expect((answer.response as? HTTPURLResponse)?.statusCode == 200)
      return String(decoding: answer.data, as: UTF8.self)
    }
  }

  @Test("a response fulfills the promise", arguments: Call.allCases)
  func success(call: Call) async throws {
    let server = try LocalServer(answer: .init(body: "hello"))
    try await inDirectory { directory in
      var request = URLRequest(url: server.url)
      request.httpMethod = "PUT"
      let file = directory.appendingPathComponent("file")
      let answer = try call.start(session, request, "some words", file)
      #expect(try await answer.async() == "hello")
    }
    var events = server.events.makeAsyncIterator()
    let sent = call.sends ? "some words" : ""
    #expect(await events.next() == .received("PUT /path HTTP/1.1", sent))
  }

  @Test("a URL works as a GET request")
  func url() async throws {
    let server = try LocalServer(answer: .init())
    let (data, response) = try await session.dataTask(.promise, with: server.url).async()
    #expect(data.isEmpty)
    #expect(response.url == server.url)
    var events = server.events.makeAsyncIterator()
    #expect(await events.next() == .received("GET /path HTTP/1.1", ""))
  }

  @Test("an error in the task rejects the promise", arguments: Call.allCases)
  func failure(call: Call) async throws {
    let unknown = try #require(URL(string: "unknown://host/path"))
    try await inDirectory { directory in
      let file = directory.appendingPathComponent("file")
      let answer = try call.start(session, unknown, "some words", file)
      let error = await #expect(throws: (any Error).self) { try await answer.async() }
      #expect((error as? URLError)?.code == .unsupportedURL)
    }
  }

  @Test("a download that can't be moved rejects the promise")
  func noDirectory() async throws {
    let server = try LocalServer(answer: .init(body: "hello"))
    try await inDirectory { directory in
      let file = directory.appendingPathComponent("missing").appendingPathComponent("file")
      let answer = session.downloadTask(.promise, with: server.url, to: file)
      await #expect(throws: CocoaError.self) { _ = try await answer.async() }
    }
  }

  @Test("cancelling the promise cancels the task", arguments: Call.allCases)
  func cancellation(call: Call) async throws {
    let server = try LocalServer(answer: nil)
    try await inDirectory { directory in
      var request = URLRequest(url: server.url)
      request.httpMethod = "PUT"
      let file = directory.appendingPathComponent("file")
      let answer = try call.start(session, request, "some words", file)
      var events = server.events.makeAsyncIterator()
      let sent = call.sends ? "some words" : ""
      #expect(await events.next() == .received("PUT /path HTTP/1.1", sent))
      answer.cancel()
      let error = await #expect(throws: (any Error).self) { try await answer.async() }
      #expect(error?.isCancelled == true)
      #expect(await events.next() == .hungUp)
    }
  }

  /// On a busy machine, a test may be delayed by a minute, which is the default timeout.
  private let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    return URLSession(configuration: configuration)
  }()

  /// Calls `body` with a directory that is removed afterwards.
  private func inDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory)
  }
}
