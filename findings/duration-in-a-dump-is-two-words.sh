#!/usr/bin/env bash
# swift-custom-dump 1.7.3, Swift 6.3.1 on Linux.
#
# Expected: a dump of a `Duration` can be read, as its description can.
# Happens: it shows the two 64-bit words of a number of attoseconds, so that a failed comparison of
# two time limits doesn't say which times they are.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package pointfreeco/xctest-dynamic-overlay 1.13.1
package pointfreeco/swift-custom-dump 1.7.3 CustomDump
program <<'END'
import CustomDump

let limit = Duration.seconds(30)
print("seen: \(limit)")
for line in String(customDumping: limit).split(separator: "\n") { print("seen: \(line)") }
END
expect <<'END'
30.0 seconds
Duration(
  _low: 11553255926290448384,
  _high: 1
)
END
