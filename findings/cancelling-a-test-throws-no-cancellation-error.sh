#!/usr/bin/env bash
# Swift Testing of Swift 6.3.1, Linux.
#
# Expected: `Test.cancel()` throws a `CancellationError`, so that code which lets this error through
# and handles or retries all others lets it through.
# Happens: it throws another type, though the test's task is cancelled from then on.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
tests --disable-xctest <<'END'
import Testing

@Test func cancelled() {
  do {
    try Test.cancel()
  } catch is CancellationError {
    print("seen: caught a CancellationError")
  } catch {
    print("seen: caught \(type(of: error))")
  }
  print("seen: task is cancelled: \(Task.isCancelled)")
}
END
expect <<'END'
caught SkipInfo
task is cancelled: true
green
END
