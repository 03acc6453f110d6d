// Unhandled rejections that a test's scope reports.

import AsyncPromises
import AsyncPromisesTesting

/// An unhandled rejection that a scope reported.
struct ScopeRejection: Sendable {
  let error: any Error
  let trace: String

  /// The call that created the reported promise, as traces name it.
  var kind: Substring {
    let last = trace.split(separator: " → ").last ?? ""
    return last.prefix { $0 != " " }
  }
}

extension PromiseScope {
  /// The rejections reported in the scope so far.
  var unhandled: [ScopeRejection] {
    events.compactMap { event in
      guard case .unhandledRejection(let error, let trace) = event else { return nil }
      return ScopeRejection(error: error, trace: trace)
    }
  }

  /// Returns when everything is settled and reported: a pending report counts as outstanding work.
  func settle() async throws {
    try await settle(within: .seconds(500))
  }
}

/// All rejections that `body` leaves unhandled, once everything is settled.
///
/// - Parameter body: must have released its promises by the time it returns.
func unhandledRejections(
  _ body: @Sendable () async throws -> Void
) async throws -> [ScopeRejection] {
  try await withPromiseScope(reports: .ignore) { scope in
    scope.install { _ in }
    try await body()
    try await scope.settle()
    return scope.unhandled
  }
}

/// Creates a pending promise, calls `use` with it and a closure that rejects it, and releases it.
func withRejection(
  _ use:
    @Sendable (_ promise: Promise<Int>, _ reject: @escaping @Sendable () -> Void)
    async throws -> Void
) async rethrows {
  let (promise, resolver) = Promise<Int>.pending()
  try await use(promise) { resolver.reject(TestError.first) }
}
