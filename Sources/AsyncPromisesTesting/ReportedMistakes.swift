// Mistakes reported in a scope, which fail its test.

import AsyncPromises
import AsyncPromisesTracking

/// What happens to mistakes reported in a scope.
///
/// Mistakes are unhandled rejections, promises settled twice, broken promises, promises of
/// promises, consumers of abandoned promises, and blocking waits on threads that other work may
/// need. Busy work is not a mistake: it appears in ``PromiseScope/events`` but fails no test.
public enum ReportPolicy: Sendable {
  /// Each report fails its test: ending the scope throws ``ReportedMistakes``, and a test with the
  /// trait `.promiseScope` records an issue at the line given in the report.
  case fail
  /// The reports appear in ``PromiseScope/events`` but fail neither this test nor enclosing scopes.
  case ignore
}

/// The mistakes reported during a test that did not fail for another reason.
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
  /// Returns the mistakes reported in the scope that no nested scope has thrown, including those
  /// still on their way.
  package nonisolated(nonsending) func takeMistakes(
    within limit: Duration
  ) async -> [PromiseDiagnostics.Event] {
    let reporting = scope.reporting
    // A cancelled task takes only the mistakes that have already arrived.
    if !reporting.isZero {
      _ = try? await scope.waits(within: limit) { _ = await reporting.zero().result }
    }
    return scope.takeMistakes()
  }
}
