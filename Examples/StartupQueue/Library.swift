// A pretend library that counts the words of books, migrated step by step from operations to
// promises.

import AsyncPromises
import Foundation
import Synchronization

/// A pretend library with callbacks; the extension below adds a promise.
struct Library: Sendable {
  struct NoSuchBook: Error, CustomStringConvertible {
    var description: String { "no such book" }
  }

  let queue = OperationQueue()

  func load(
    _ title: String, completion: @escaping @Sendable (Result<String, any Error>) -> Void
  ) {
    DispatchQueue.global().async {
      let isThere = title == "Ali Baba"
      completion(isThere ? .success("Open, sesame!") : .failure(NoSuchBook()))
    }
  }
}

extension Library {
  func load(_ title: String) -> Promise<String> {
    .wrap { load(title, completion: $0) }
  }
}

func countWords(_ text: String) -> Int {
  text.split(separator: " ").count
}

/// Passes a result from one operation to another: operations have no results.
final class Handover<Value: Sendable>: Sendable {
  private let storage = Mutex<Result<Value, any Error>>(.failure(CancellationError()))

  var result: Result<Value, any Error> {
    get { storage.withLock(\.self) }
    set { storage.withLock { $0 = newValue } }
  }
}
