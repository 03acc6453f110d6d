#!/usr/bin/env bash
# swift-async-algorithms 1.1.4, Swift 6.3.1 on Linux.
#
# Expected: `[1, 2, 3].async` has nothing to wait for, so that a loop over it sees all elements, in
# a cancelled task, too, as a loop over a finished `AsyncStream` of them does.
# Happens: in a cancelled task it ends at once, without an error: a loop that is cancelled in its
# first turn has seen one element, and can't tell this from the end of the list.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package apple/swift-collections 1.6.0
package apple/swift-async-algorithms 1.1.4 AsyncAlgorithms
program <<'END'
import AsyncAlgorithms

func elements<S: AsyncSequence<Int, Never> & Sendable>(of sequence: S) async -> [Int] {
  await Task {
    var seen: [Int] = []
    for await element in sequence {
      seen.append(element)
      withUnsafeCurrentTask { $0?.cancel() }
    }
    return seen
  }.value
}

let stream = AsyncStream<Int> { continuation in
  for number in 1...3 { continuation.yield(number) }
  continuation.finish()
}
print("seen: stream: \(await elements(of: stream))")
print("seen: list: \(await elements(of: [1, 2, 3].async))")
END
expect <<'END'
stream: [1, 2, 3]
list: [1]
END
