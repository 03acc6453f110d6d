// What goes over the wire, in a form that tests can write down.

import AsyncPromises
import NIOCore
import NIOHTTP1

/// What a client asks for.
public struct Request: Sendable, Equatable {
  /// What is to be done with the resource.
  public var method: HTTPMethod
  /// Which resource, with its query.
  public var path: String
  /// What comes with the request.
  public var body: String

  /// A request, by default to read a resource.
  public init(_ path: String, method: HTTPMethod = .GET, body: String = "") {
    (self.method, self.path, self.body) = (method, path, body)
  }

  init(_ message: NIOHTTPServerRequestFull) {
    self.init(
      message.head.uri, method: message.head.method,
      body: message.body.map { String(buffer: $0) } ?? "")
  }

  var head: HTTPRequestHead {
    let headers: HTTPHeaders = [
      "Host": "localhost", "Content-Length": "\(body.utf8.count)", "Connection": "close",
    ]
    return HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: headers)
  }
}

/// What a server answers.
public struct Response: Sendable, Equatable {
  /// How it went.
  public var status: HTTPResponseStatus
  /// What was asked for.
  public var body: String

  /// A response, by default of success.
  public init(_ body: String = "", status: HTTPResponseStatus = .ok) {
    (self.body, self.status) = (body, status)
  }

  init(_ message: NIOHTTPClientResponseFull) {
    self.init(message.body.map { String(buffer: $0) } ?? "", status: message.head.status)
  }

  /// The body of a response of success.
  ///
  /// - Throws: ``StatusError`` for any other.
  public var content: String {
    get throws {
      guard (200..<300).contains(status.code) else { throw StatusError(status: status) }
      return body
    }
  }

  var head: HTTPResponseHead {
    let headers: HTTPHeaders = ["Content-Length": "\(body.utf8.count)", "Connection": "close"]
    return HTTPResponseHead(version: .http1_1, status: status, headers: headers)
  }
}

/// An answer, but not what was asked for.
public struct StatusError: Error, Equatable {
  /// What was answered instead.
  public let status: HTTPResponseStatus

  /// An answer of that status.
  public init(status: HTTPResponseStatus) {
    self.status = status
  }
}

extension Promise<Response> {
  /// A promise of the body; rejected with ``StatusError`` for any status but success.
  public var content: Promise<String> {
    map { try $0.content }
  }
}

/// The connection ended before the answer came.
public struct ConnectionClosed: Error, Equatable {}

/// The longest body that either side takes, in bytes.
let longestBody = 1 << 20
