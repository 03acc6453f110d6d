// Rejections that nobody has seen, as a scope of a test's own hears of them.

import AsyncPromises
import AsyncPromisesTesting

/// A report of a scope.
struct ScopeRejection: Sendable {
  let error: any Error
  let trace: String

  /// What made the promise that is reported, under the name that a trace gives it.
  var kind: Substring {
    let last = trace.split(separator: " → ").last ?? ""
    return last.prefix { $0 != " " }
  }
}

extension PromiseScope {
  /// The rejections that were reported in the scope so far.
  var unhandled: [ScopeRejection] {
    events.compactMap { event in
      guard case .unhandledRejection(let error, let trace) = event else { return nil }
      return ScopeRejection(error: error, trace: trace)
    }
  }

  /// Returns when everything is settled and reported: a report on its way is outstanding work.
  func settle() async throws {
    try await settle(within: .seconds(500))
  }
}

/// What `body` leaves unhandled: all of it, once everything is settled.
///
/// - Parameter body: has let go of its promises when it returns.
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

/// Makes a promise that is pending, calls `use` with it and with what rejects it, and lets go.
func withRejection(
  _ use:
    @Sendable (_ promise: Promise<Int>, _ reject: @escaping @Sendable () -> Void)
    async throws -> Void
) async rethrows {
  let (promise, resolver) = Promise<Int>.pending()
  try await use(promise) { resolver.reject(TestError.first) }
}
