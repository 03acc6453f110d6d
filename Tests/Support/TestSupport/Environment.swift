// What a run of the tests was started with.

import AsyncPromises
import Foundation
import Testing

/// Whether this run does without tracking, as runs that measure do.
package let isTrackingOff = ProcessInfo.processInfo.environment["ASYNC_PROMISES_TRACKING"] == "off"

extension Trait where Self == ConditionTrait {
  /// For suites that say nothing where promises are not tracked.
  package static var needsTracking: Self {
    .enabled(if: !isTrackingOff, "ASYNC_PROMISES_TRACKING=off")
  }
}
