// The parts of Diagnostics, and of maps, that Running uses.

extension Origin {
  static func isOwnCancellation(_ error: any Error) -> Bool { false }
  func reportLateWork(_ outcome: Result<Void, any Error>) {}

  func itemBegins(
    on isolation: (any Actor)?, _ operation: @escaping Body
  ) -> (executor: PreferredExecutor?, operation: Body) {
    (nil, operation)
  }
}

protocol Tracker: Sendable {
  var context: (any TrackedContext)? { get }
}

enum Tracking {
  static var tracker: (any Tracker)? { nil }
}
