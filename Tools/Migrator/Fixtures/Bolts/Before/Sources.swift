// Tasks that are completed by hand.

import BoltsCompat
import Foundation

/// A dialog that is answered once, or closed.
@MainActor
final class SourceDialog {
  private let answer = TaskCompletionSource<Bool>()

  var task: Task<Bool> { answer.task }
  @discardableResult
  func press(_ isYes: Bool) -> Bool { answer.trySet(result: isYes) }
  func close() { answer.tryCancel() }
  func fail(_ error: any Error) { answer.trySet(error: error) }
}

struct SourceFailure: Error, Equatable {}

enum SourceCallbacks {
  static func fetch(_ name: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void)
  {
    DispatchQueue.global().async {
      if name.isEmpty { completion(nil, SourceFailure()) } else { completion(name + "!", nil) }
    }
  }

  static func load(_ name: String) -> Task<String> {
    let source = TaskCompletionSource<String>()
    fetch(name) { text, error in
      if let error {
        source.set(error: error)
      } else {
        source.set(result: text ?? "")
      }
    }
    return source.task
  }

  /// Handed on, and answered elsewhere.
  static func answered() -> Task<Void> {
    let end: TaskCompletionSource<Void> = TaskCompletionSource()
    answer(end)
    return end.task
  }

  private static func answer(_ source: TaskCompletionSource<Void>) { source.set(result: ()) }

  static func given() -> Task<Int> {
    let source = TaskCompletionSource<Int>()
    defer { source.cancel() }
    return source.task.continueOnSuccessWith { $0 + 1 }
  }
}

/// Waits for numbers that come in some order.
@MainActor
final class SourceInbox {
  private var waiting: [Int: TaskCompletionSource<String>] = [:]
  private var last: TaskCompletionSource<String>?

  func message(_ number: Int) -> Task<String> {
    if let known = waiting[number] { return known.task }
    let source = TaskCompletionSource<String>()
    waiting[number] = source
    last = source
    return source.task
  }

  func receive(_ text: String, as number: Int) {
    waiting.removeValue(forKey: number)?.set(result: text)
  }

  func drop() {
    last?.tryCancel()
    last = nil
  }
}
