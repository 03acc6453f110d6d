// 2. and 3. Both, while the code is moved: files that have moved, and files that have not.

import AsyncPromises
import Foundation

extension Library {
  /// Loading has moved: an operation that waits for a promise, and blocks no thread. Those that
  /// depend on it are what they were.
  func countByPromiseInOperations(
    _ title: String, completion: @escaping @Sendable (Result<Int, any Error>) -> Void
  ) {
    let words = Handover<Int>()
    let loading = PromiseOperation { load(title) }
    let counting = BlockOperation {
      if let text = loading.promise.resultIfSettled { words.result = text.map(countWords) }
    }
    let reporting = BlockOperation { completion(words.result) }
    counting.addDependency(loading)
    reporting.addDependency(counting)
    queue.addOperations([loading, counting, reporting], waitUntilFinished: false)
  }

  /// The caller has moved, too: a chain, with the one operation in it that is left.
  func countByOperationInChain(_ title: String) -> Promise<Int> {
    load(title).then { text in
      let words = Handover<Int>()
      let counting = BlockOperation { words.result = .success(countWords(text)) }
      return queue.run(counting).map { try words.result.get() }
    }
  }
}
