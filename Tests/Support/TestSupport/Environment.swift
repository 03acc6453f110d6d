// Environment variables of a test run.

import AsyncPromises
import Foundation
import Testing

/// Whether tracking is turned off for this run, for example to measure performance.
package let isTrackingOff = ProcessInfo.processInfo.environment["ASYNC_PROMISES_TRACKING"] == "off"

extension Trait where Self == ConditionTrait {
  /// For suites that are meaningless without tracking.
  package static var needsTracking: Self {
    .enabled(if: !isTrackingOff, "ASYNC_PROMISES_TRACKING=off")
  }
}
