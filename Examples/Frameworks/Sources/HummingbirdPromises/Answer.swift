// A handler whose promise is cancelled when its client leaves.

import AsyncPromises
import Hummingbird

extension Request {
  /// Awaits the promise that `work` returns, which is left if the client closes its connection.
  ///
  /// Hummingbird doesn't cancel the task of a handler whose client leaves. It notices only while
  /// the request's body is read, so this reads it, and passes on what it reads.
  ///
  /// Use it for long work only: a client that closes its half of the connection after its request,
  /// as some proxies do, counts as one that has left, and gets status 500.
  ///
  /// ## Cancellation
  /// Also if the task is cancelled, as when the task of the application's `run()` is, the promise
  /// is left: its work is stopped unless something else waits for it.
  ///
  /// - Parameter work: begins the work. The request's body may be read only by its argument.
  /// - Returns: the promise's value.
  /// - Throws: the promise's error; `CancellationError` if the client has left.
  public func answer<Value: Sendable>(
    _ work: (RequestBody) async throws -> Promise<Value>
  ) async throws -> Value {
    try await body.consumeWithCancellationOnInboundClose { try await work($0).get() }
  }
}
