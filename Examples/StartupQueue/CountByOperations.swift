// 1. Only operations: a blocked thread, separate storage for results, errors passed on by hand.

import Foundation

extension Library {
  func countByOperations(
    _ title: String, completion: @escaping @Sendable (Result<Int, any Error>) -> Void
  ) {
    let text = Handover<String>()
    let words = Handover<Int>()
    let loading = BlockOperation {
      // The operation finishes when its block returns, so the block must wait for the answer.
      let isAnswered = DispatchSemaphore(value: 0)
      load(title) { answer in
        text.result = answer
        isAnswered.signal()
      }
      isAnswered.wait()
    }
    let counting = BlockOperation { words.result = text.result.map(countWords) }
    let reporting = BlockOperation { completion(words.result) }
    counting.addDependency(loading)
    reporting.addDependency(counting)
    queue.addOperations([loading, counting, reporting], waitUntilFinished: false)
  }
}
