// Who sleeps by a manual clock, in a form that tests compare.

import AsyncPromisesTesting

extension ManualClock {
  /// When the sleepers are due, as times since the clock was made, the first one first.
  var offsets: [Duration] { deadlines.map(\.offset) }

  var sleeperCount: Int { deadlines.count }
}
