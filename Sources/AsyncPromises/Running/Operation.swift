// What a task runs.

/// What a task runs, for a promise or for the library itself.
@usableFromInline
enum Operation: Sendable {
  /// A closure that captures all it needs.
  case captured(Body)

  /// A closure of which only `run` knows the type, and the cell that it settles. One that captured
  /// both would be one allocation more for each promise: the task has a closure already, which
  /// begins with its isolation.
  case erased(ErasedClosure, settling: Cell, Run)

  @usableFromInline
  typealias Body = nonisolated(nonsending) @Sendable () async -> Void

  /// Calls the closure, and settles the cell. It captures nothing.
  @usableFromInline
  typealias Run =
    nonisolated(nonsending) @Sendable (_ closure: ErasedClosure, _ cell: Cell)
    async -> Void

  nonisolated(nonsending) func callAsFunction() async {
    switch self {
    case .captured(let closure): await closure()
    case .erased(let closure, let cell, let run): await run(closure, cell)
    }
  }
}
