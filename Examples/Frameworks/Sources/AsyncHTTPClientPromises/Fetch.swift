// A request whose limit covers the response's body.

import AsyncHTTPClient
import AsyncPromises
import NIOCore

extension HTTPClient {
  /// Returns a promise for the whole response to a request.
  ///
  /// The `timeout` of `execute` covers the response's head alone: a body that trickles is read to
  /// its end, however long that takes. The limit of this promise covers both.
  ///
  /// ## Cancellation
  /// When the promise is left or its limit passes, its connection is closed.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - maxBytes: how long the body may be.
  ///   - limit: the time from the call to the body's last byte.
  /// - Returns: a promise for the head and the body, rejected with `PromiseError.timedOut` after
  ///   the limit.
  public func promise(
    of request: HTTPClientRequest, maxBytes: Int, within limit: Duration,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(head: HTTPClientResponse, body: ByteBuffer)> {
    Promise(fileID: fileID, line: line) {
      let response = try await self.execute(request, deadline: .distantFuture)
      return (response, try await response.body.collect(upTo: maxBytes))
    }.timeout(after: limit, fileID: fileID, line: line)
  }
}
