#!/usr/bin/env bash
# swift-async-algorithms 1.1.4, Swift 6.3.1 on Linux.
#
# Expected: an iterator of a shared sequence takes part from its first call of `next()`. One that is
# only made, as for a loop that has not begun, takes no values and holds nobody up.
# Happens: with the default buffer, the loop of another task gets the first value, and no other, as
# long as that iterator exists. When it is released, the loop gets the rest.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package apple/swift-collections 1.6.0
package apple/swift-async-algorithms 1.1.4 AsyncAlgorithms
program <<'END'
import AsyncAlgorithms

let (source, continuation) = AsyncStream<Int>.makeStream()
let shared = source.share()
nonisolated(unsafe) var idle: Any? = shared.makeAsyncIterator()
let loop = Task {
  for await value in shared { print("seen: value \(value)") }
}
for value in 1...3 { continuation.yield(value) }
continuation.finish()
try await Task.sleep(for: .seconds(1))
print("seen: a second later")
idle = nil
await loop.value
END
expect <<'END'
value 1
a second later
value 2
value 3
END
