// Database accesses that can be left while they wait for their turn.

import AsyncPromises
import GRDB

extension DatabaseReader {
  /// Returns a promise for what `read` fetches.
  ///
  /// The task of an `await read` that is cancelled while another access runs waits until that one
  /// has ended. The promise is rejected at once.
  ///
  /// ## Cancellation
  /// A closure that waits for its turn never runs. The statement that is running is interrupted.
  ///
  /// - Parameter read: runs on the database's queue.
  /// - Returns: a promise for its result.
  public func promiseOfRead<Value: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ read: @escaping @Sendable (Database) throws -> Value
  ) -> Promise<Value> {
    Promise(fileID: fileID, line: line) { try await self.read(read) }
  }
}

extension DatabaseWriter {
  /// Returns a promise for the result of a transaction.
  ///
  /// ## Cancellation
  /// As for ``GRDB/DatabaseReader/promiseOfRead(fileID:line:_:)``. A transaction whose closure has
  /// not returned is rolled back. One that is being committed may be kept: await
  /// `waitForOperation()` before you look.
  ///
  /// - Parameter updates: runs in the transaction, on the database's queue.
  /// - Returns: a promise for its result, fulfilled after the commit.
  public func promiseOfWrite<Value: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ updates: @escaping @Sendable (Database) throws -> Value
  ) -> Promise<Value> {
    Promise(fileID: fileID, line: line) { try await self.write(updates) }
  }
}
