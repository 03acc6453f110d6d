// Environment variables of a test run.

import AsyncPromises
import Foundation
import Testing

/// Whether this run has tracking turned off, as for measurements.
package let isTrackingOff = ProcessInfo.processInfo.environment["ASYNC_PROMISES_TRACKING"] == "off"

extension Trait where Self == ConditionTrait {
  /// For suites that are meaningless without tracking.
  package static var needsTracking: Self {
    .enabled(if: !isTrackingOff, "ASYNC_PROMISES_TRACKING=off")
  }
}
