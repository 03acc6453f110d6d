// What becomes of the mistakes that are reported in a scope: they fail the test.

import AsyncPromises

/// What happens to mistakes reported in a scope.
///
/// Mistakes are unhandled rejections, second settles, broken promises, promises of promises,
/// consumers of abandoned promises, and waits that block a thread others need. Busy work is no
/// mistake: it is in ``PromiseScope/events``, but fails no test.
public enum ReportPolicy: Sendable {
  /// Each report fails its test: leaving throws ``ReportedMistakes``, and a test under the trait
  /// has an issue at the line that the report names.
  case fail
  /// The reports are in ``PromiseScope/events``, and fail neither this test nor the scopes around
  /// it.
  case ignore
}

/// The mistakes reported while a test ran that did not fail otherwise.
public struct ReportedMistakes: Error, CustomStringConvertible {
  /// The reports, in order.
  public let events: [PromiseDiagnostics.Event]

  let place: SourceLine?
  let title: String

  /// The line of the test's scope, then a line for each report.
  public var description: String {
    "\(place.map { "\($0): " } ?? "")\(title) has reported mistakes. If the test expects them, "
      + "pass reports: .ignore.\n\(events.lines)"
  }
}

extension [PromiseDiagnostics.Event] {
  var lines: String { map(\.description).joined(separator: "\n") }
}

extension PromiseScope {
  /// The mistakes reported in the scope, including those on their way, that no nested scope has
  /// thrown.
  package nonisolated(nonsending) func takeMistakes(
    within limit: Duration
  ) async -> [PromiseDiagnostics.Event] {
    let reporting = scope.reporting
    // In a cancelled task those that have come are all.
    if !reporting.isZero {
      _ = try? await scope.waits(within: limit) { _ = await reporting.zero().result }
    }
    return scope.takeMistakes()
  }
}
