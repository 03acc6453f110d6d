// How many words a book has, counted on the way from operations to promises: a pretend library.

import AsyncPromises
import Foundation
import Synchronization

/// A pretend library. It answers by callback; the promise comes at the end.
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

/// What one operation leaves for another. An operation has no result of its own.
final class Handover<Value: Sendable>: Sendable {
  private let storage = Mutex<Result<Value, any Error>>(.failure(CancellationError()))

  var result: Result<Value, any Error> {
    get { storage.withLock(\.self) }
    set { storage.withLock { $0 = newValue } }
  }
}
