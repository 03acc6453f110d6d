// The sleepers of a manual clock, in a form that tests can compare.

import AsyncPromisesTesting

extension ManualClock {
  /// When the sleepers are due, as times since the clock was created, earliest first.
  var offsets: [Duration] { deadlines.map(\.offset) }

  var sleeperCount: Int { deadlines.count }
}
