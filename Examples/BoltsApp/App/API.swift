// API.swift: the server's callbacks, as tasks.

import BoltsCompat
import Foundation

extension Server {
  func send(_ path: String) -> Task<String> {
    let source = TaskCompletionSource<String>()
    send(path) { text, error in
      if let error {
        source.set(error: error)
      } else {
        source.set(result: text ?? "")
      }
    }
    return source.task
  }

  /// The words of an answer.
  func list(_ path: String) -> Task<[String]> {
    send(path).continueOnSuccessWith { $0.split(separator: " ").map { String($0) } }
  }
}

/// A dialog that is answered or closed.
final class Confirmation {
  private let source = TaskCompletionSource<Bool>()

  func ask() -> Task<Bool> { source.task }
  func press(_ isYes: Bool) { source.trySet(result: isYes) }
  func close() { source.tryCancel() }
}
