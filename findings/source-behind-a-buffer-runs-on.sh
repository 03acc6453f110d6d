#!/usr/bin/env bash
# swift-async-algorithms 1.1.4, Swift 6.3.1 on Linux.
#
# Expected: a loop that leaves by `break` ends what is behind it: for `buffer` as for `debounce`,
# whose source is told at once.
# Happens: the source behind a buffer is never told, bounded or not: a second after the sequence and
# its iterator are gone, it still runs.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package apple/swift-collections 1.6.0
package apple/swift-async-algorithms 1.1.4 AsyncAlgorithms
program <<'END'
import AsyncAlgorithms

func source(_ name: String) -> AsyncStream<Int> {
  AsyncStream { continuation in
    continuation.onTermination = { _ in print("seen: ended: \(name)") }
    continuation.yield(1)
  }
}

func leave<S: AsyncSequence>(_ sequence: S) async throws {
  for try await _ in sequence { break }
}

try await leave(source("debounce").debounce(for: .milliseconds(1)))
try await leave(source("bounded").buffer(policy: .bounded(1)))
try await leave(source("unbounded").buffer(policy: .unbounded))
try await Task.sleep(for: .seconds(1))
print("seen: a second later")
END
expect <<'END'
ended: debounce
a second later
END
