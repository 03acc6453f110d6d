// Whether the tests take their time.

import Foundation

/// `STRESS=1` in the environment: many more rounds, orders, programs and schedules than in every
/// run.
package let isStressRun = ProcessInfo.processInfo.environment["STRESS"] == "1"
