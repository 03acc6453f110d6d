// What a rewrite moves code from, and to.

/// A vocabulary that code moves from.
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

/// The form that code moves to.
package enum Goal: String, CaseIterable, Sendable {
  /// This library's promises.
  case promises
  /// async/await, with this library's promises as an intermediate step.
  case async
}
