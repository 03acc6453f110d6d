// The isolations that a handler can be written in.

/// Where a test writes its handlers, and so where they run.
enum HandlerIsolation: CaseIterable, Sendable {
  case nonisolated
  case mainActor
  case actor

  /// The actor to run on, a new one each time for `actor`; `nil` for no isolation.
  func isolation() -> (any Actor)? {
    switch self {
    case .nonisolated: nil
    case .mainActor: MainActor.shared
    case .actor: Desk()
    }
  }
}
