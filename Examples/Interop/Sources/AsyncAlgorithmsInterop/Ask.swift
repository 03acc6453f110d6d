// Questions through a channel, answers through promises.

import AsyncAlgorithms
import AsyncPromises

extension AsyncChannel {
  /// Sends a question to whoever reads the channel; settled by whoever has its resolver then.
  ///
  /// Rejected with `PromiseError.broken` when the channel is finished, and when the reader drops
  /// the question: nobody waits for ever.
  ///
  /// ## Cancellation
  /// A question that nobody has read is taken back. One that has been read runs what the reader
  /// gave to `Resolver.onCancel(_:)`.
  ///
  /// - Parameter question: what to ask.
  /// - Returns: a promise of the answer.
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
