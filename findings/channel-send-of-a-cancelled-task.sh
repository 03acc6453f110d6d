#!/usr/bin/env bash
# swift-async-algorithms 1.1.4, Swift 6.3.1 on Linux.
#
# Expected: `AsyncChannel.send` in a task that is cancelled already sends nothing, whoever waits.
# Happens: it depends on who came first. A reader that waits gets the element; without one, the call
# returns as well, and the element is lost. The call says in neither case which it was.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package apple/swift-collections 1.6.0
package apple/swift-async-algorithms 1.1.4 AsyncAlgorithms
program <<'END'
import AsyncAlgorithms

let channel = AsyncChannel<String>()

func send(_ element: String) async {
  await Task {
    withUnsafeCurrentTask { $0?.cancel() }
    await channel.send(element)
    print("seen: sent: \(element)")
  }.value
}

await send("before a reader waits")
let reader = Task {
  for await element in channel { return element }
  return "nothing"
}
try await Task.sleep(for: .milliseconds(200))
await send("while a reader waits")
print("seen: received: \(await reader.value)")
END
expect <<'END'
sent: before a reader waits
sent: while a reader waits
received: while a reader waits
END
