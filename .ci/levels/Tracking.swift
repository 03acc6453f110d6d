// The parts of Tracking and Diagnostics that Running uses.

extension Origin {
  func record(isolation: (any Actor)?) {}
  static func isOwnCancellation(_ error: any Error) -> Bool { false }
  func reportLateWork(_ outcome: Result<Void, any Error>) {}

  func operationBegins(
    on isolation: (any Actor)?, _ operation: Operation,
    _ start: (PreferredExecutor?, Operation) -> Task<Void, Never>
  ) -> Task<Void, Never> {
    start(nil, operation)
  }

  func itemBegins(
    on isolation: (any Actor)?, _ operation: Operation,
    _ start: (PreferredExecutor?, Operation) -> Void
  ) {
    start(nil, operation)
  }

  struct Surroundings: Sendable {
    static var current: Surroundings? { nil }
    func start(_ make: (Tasks.Start) -> Void) { make(.detached) }
    func bind(_ body: () -> Void) { body() }
    func bind(_ operation: Operation, isolation: isolated (any Actor)?) async { await operation() }
  }
}
