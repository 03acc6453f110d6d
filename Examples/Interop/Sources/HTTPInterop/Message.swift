// Requests and responses, in a form that is easy to write in tests.

import AsyncPromises
import NIOCore
import NIOHTTP1

/// A request from a client.
public struct Request: Sendable, Equatable {
  /// The method.
  public var method: HTTPMethod
  /// The path of the resource, with its query.
  public var path: String
  /// The headers, except those that the body and the connection require.
  public var headers: HTTPHeaders
  /// The body.
  public var body: String

  /// Creates a request, by default to read a resource.
  public init(
    _ path: String, method: HTTPMethod = .GET, headers: HTTPHeaders = [:], body: String = ""
  ) {
    (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
  }

  init(_ message: NIOHTTPServerRequestFull) {
    self.init(
      message.head.uri, method: message.head.method, headers: message.head.headers,
      body: message.body.map { String(buffer: $0) } ?? "")
  }

  var head: HTTPRequestHead {
    var headers = headers
    headers.replaceOrAdd(name: "Host", value: "localhost")
    headers.replaceOrAdd(name: "Content-Length", value: "\(body.utf8.count)")
    headers.replaceOrAdd(name: "Connection", value: "close")
    return HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: headers)
  }
}

/// A response from a server.
public struct Response: Sendable, Equatable {
  /// The status.
  public var status: HTTPResponseStatus
  /// The body.
  public var body: String

  /// Creates a response, by default with a successful status.
  public init(_ body: String = "", status: HTTPResponseStatus = .ok) {
    (self.body, self.status) = (body, status)
  }

  init(_ message: NIOHTTPClientResponseFull) {
    self.init(message.body.map { String(buffer: $0) } ?? "", status: message.head.status)
  }

  /// The body of a successful response.
  ///
  /// - Throws: ``StatusError`` for any other response.
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

/// A response with an unsuccessful status.
public struct StatusError: Error, Equatable {
  /// The status of the response.
  public let status: HTTPResponseStatus

  /// Creates an error with the status.
  public init(status: HTTPResponseStatus) {
    self.status = status
  }
}

extension Promise<Response> {
  /// A promise for the body; rejected with ``StatusError`` for an unsuccessful response.
  public var content: Promise<String> {
    map { try $0.content }
  }
}

/// The connection was closed before the response arrived.
public struct ConnectionClosed: Error, Equatable {}

/// The maximum length of a body in bytes, for both sides.
let longestBody = 1 << 20
