// Sends questions through a channel, and gets answers through promises.

import AsyncAlgorithms
import AsyncPromises

extension AsyncChannel {
  /// Sends a question to the channel's reader, which answers through the resolver.
  ///
  /// The promise is rejected with `PromiseError.broken` if the channel is finished, or if the
  /// reader drops the question, so that nothing waits forever.
  ///
  /// ## Cancellation
  /// A question that hasn't been read is withdrawn. For one that has been read, the reader's
  /// `Resolver.onCancel(_:)` handlers run.
  ///
  /// - Parameter question: the question.
  /// - Returns: a promise for the answer.
  public func ask<Question: Sendable, Answer: Sendable>(
    _ question: Question, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Answer> where Element == (Question, Resolver<Answer>) {
    Promise(fileID: fileID, line: line) { resolver in
      let sending = Task {
        if !Task.isCancelled { await send((question, resolver)) }
      }
      resolver.onCancel { sending.cancel() }
    }
  }
}
