// The isolations in which a handler can be formed.

/// Where a test forms its handlers, and so where they run.
enum HandlerIsolation: CaseIterable, Sendable {
  case nonisolated
  case mainActor
  case actor

  /// The actor, a new one each time for `actor`; `nil` for no isolation.
  func isolation() -> (any Actor)? {
    switch self {
    case .nonisolated: nil
    case .mainActor: MainActor.shared
    case .actor: Desk()
    }
  }
}
