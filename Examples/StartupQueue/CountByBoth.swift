// 2. and 3. Both, during the migration: with some files migrated and others not.

import AsyncPromises
import Foundation

extension Library {
  /// Loading is migrated: an operation waits for a promise, without blocking a thread. Operations
  /// that depend on it don't change.
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

  /// The caller is migrated, too: a chain that contains the one remaining operation.
  func countByOperationInChain(_ title: String) -> Promise<Int> {
    load(title).then { text in
      let words = Handover<Int>()
      let counting = BlockOperation { words.result = .success(countWords(text)) }
      return queue.run(counting).map { try words.result.get() }
    }
  }
}
