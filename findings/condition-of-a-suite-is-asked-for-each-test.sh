#!/usr/bin/env bash
# Swift Testing of Swift 6.3.1, Linux.
#
# Expected: the condition of a suite's `.enabled(if:)` is evaluated once, for the suite: what it
# starts or asks (a server, a container) is asked once.
# Happens: once for the suite, and once more for each of its tests. Cases of a test add none.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
tests --disable-xctest <<'END'
import Testing

func serverAnswers() -> Bool {
  print("seen: asked")
  return true
}

@Suite(.enabled(if: serverAnswers())) struct ServerTests {
  @Test func first() {}
  @Test(arguments: 1...3) func second(number: Int) {}
}
END
expect <<'END'
asked
asked
asked
green
END
