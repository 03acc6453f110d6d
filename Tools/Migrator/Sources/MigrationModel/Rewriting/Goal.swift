// What is rewritten, and to what.

/// A vocabulary that code is moved from.
package enum Vocabulary: String, CaseIterable, Sendable {
  case promisekit, google, bolts, callbacks

  /// Nil for callbacks.
  var library: Library? {
    switch self {
    case .promisekit: .promiseKit
    case .google: .google
    case .bolts: .bolts
    case .callbacks: nil
    }
  }
}

/// What code is moved to.
package enum Goal: String, CaseIterable, Sendable {
  /// This library's promises.
  case promises
  /// async/await, by way of this library's promises.
  case async
}
