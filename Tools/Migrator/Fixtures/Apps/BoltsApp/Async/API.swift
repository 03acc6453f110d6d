// API.swift: the server's callbacks, as tasks.

import AsyncPromises
import Foundation

extension Server {
  func send(_ path: String) -> Promise<String> {
    let source = Promise<String>.pending()
    send(path) { text, error in
      if let error {
        source.resolver.reject(error)
      } else {
        source.resolver.fulfill(text ?? "")
      }
    }
    return source.promise
  }

  /// The words of an answer.
  func list(_ path: String) -> Promise<[String]> {
    send(path).map { $0.split(separator: " ").map { String($0) } }
  }
}

/// A dialog that is answered or closed.
final class Confirmation {
  private let source = Promise<Bool>.pending()

  func ask() -> Promise<Bool> { source.promise }
  func press(_ isYes: Bool) { source.resolver.fulfill(isYes) }
  func close() { source.resolver.reject(CancellationError()) }
}
