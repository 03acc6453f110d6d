#!/usr/bin/env bash
# OpenCombine 0.14.0, Swift 6.3.1 on Linux.
#
# Expected: a loop over a publisher's `values` that leaves by `break` cancels its subscription, as a
# loop whose task is cancelled does.
# Happens: the subscription isn't cancelled when the loop has been left, nor later: the publisher
# still has a subscriber, whose values nobody takes.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package OpenCombine/OpenCombine 0.14.0 OpenCombine
program <<'END'
import OpenCombine

func loop(_ name: String, leaves: Bool) async {
  let subject = CurrentValueSubject<Int, Never>(0)
  let events = subject.handleEvents(receiveCancel: { print("seen: \(name): cancelled") })
  for await _ in events.values {
    if leaves { break }
    withUnsafeCurrentTask { $0?.cancel() }
  }
  print("seen: \(name): left")
}

await Task { await loop("break", leaves: true) }.value
try await Task.sleep(for: .milliseconds(300))
await Task { await loop("cancelled task", leaves: false) }.value
END
expect <<'END'
break: left
cancelled task: cancelled
cancelled task: left
END
