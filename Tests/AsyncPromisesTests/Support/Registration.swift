// The order of registration and settling in each of the three cases.

import AsyncPromises

extension SettleTime {
  /// Calls `register` once, and `settle` once at the time that the case stands for.
  ///
  /// - Returns: what `register` answered.
  func observe<R: Sendable>(
    _ register: @Sendable () throws -> R, settle: @escaping @Sendable () -> Void
  ) async rethrows -> R {
    try await observe(on: nil, { _ in try register() }, settle: settle)
  }

  /// The same in an isolation that is known at run time only. No suspension parts the registration
  /// from a settling at once.
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

/// Something else that begins and ends meanwhile: what was due before has had time to start.
func otherWork() async throws {
  try await Promise.fulfilled.done { @MainActor in }.done {}.get()
}
