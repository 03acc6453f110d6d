// Registers handlers before or after a promise settles, for each `SettleTime`.

import AsyncPromises

extension SettleTime {
  /// Calls `register` once, and `settle` once at the time given by the case.
  ///
  /// - Returns: what `register` returned.
  func observe<R: Sendable>(
    _ register: @Sendable () throws -> R, settle: @escaping @Sendable () -> Void
  ) async rethrows -> R {
    try await observe(on: nil, { _ in try register() }, settle: settle)
  }

  /// The same in an isolation that is known only at run time. With `atOnce`, nothing suspends
  /// between the two calls.
  func observe<R: Sendable>(
    on isolation: isolated (any Actor)?,
    _ register: @Sendable (isolated (any Actor)?) throws -> R,
    settle: @escaping @Sendable () -> Void
  ) async rethrows -> R {
    if case .already = self { settle() }
    let registered = try register(isolation)
    switch self {
    case .already: break
    case .atOnce: settle()
    case .later: await Task.detached { settle() }.value
    }
    return registered
  }
}

/// Does unrelated work, so that everything that was due before has had time to start.
func otherWork() async throws {
  try await Promise.fulfilled.done { @MainActor in }.done {}.get()
}
