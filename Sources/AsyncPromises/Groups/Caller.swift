// On whose behalf work begins later: a caller of a limiter, a flight or a cache.

/// What work that begins later inherits from the code that asked for it.
struct Caller: Sendable {
  let priority = Task.currentPriority
  private let locals = CarriedLocals.captured()
  private let outer = Inside.current
  private var inside: Inside?
  /// Identifies the task that made the call; zero outside of tasks.
  private let task = Tasks.current

  /// The same, for work for a key.
  func working(for key: any Hashable & Sendable, at desk: AnyObject) -> Caller {
    var caller = self
    caller.inside = Inside(desk, key, within: outer)
    return caller
  }

  /// Runs work with what it inherits.
  nonisolated(nonsending) func run<T: Sendable>(
    _ operation: @escaping @Sendable @isolated(any) () async throws -> T
  ) async throws -> T {
    guard let inside else {
      return locals.isEmpty ? try await operation() : try await locals.bind(operation)
    }
    let locals = locals
    if locals.isEmpty { return try await inside.run(operation) }
    return try await inside.run { try await locals.bind(operation) }
  }

  /// Begins work: in the call itself, so that it inherits the caller's task-locals, or in a job, if
  /// another thread makes this call.
  func begin(_ body: @escaping @Sendable () -> Void) {
    if task != 0, task == Tasks.current { body() } else { Tasks.start(on: nil) { body() } }
  }
}
