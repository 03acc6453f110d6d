#!/usr/bin/env bash
# Foundation of Swift 6.3.1, Linux.
#
# Expected: a notification centre keeps the `OperationQueue` that an observer was added with.
# Happens: if nobody else keeps the queue, the observer isn't called, though its token is kept; and
# with a queue that is kept, `post` returns only when the observer has run on it.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program <<'END'
import Foundation

let center = NotificationCenter.default
let kept = OperationQueue()

nonisolated func observe(_ name: String, on queue: OperationQueue) -> any NSObjectProtocol {
  center.addObserver(forName: .init(name), object: nil, queue: queue) { _ in
    Thread.sleep(forTimeInterval: 0.1)
    print("seen: \(name): observed")
  }
}

let tokens = [observe("kept", on: kept), observe("not kept", on: OperationQueue())]
for name in ["kept", "not kept"] {
  center.post(name: .init(name), object: nil)
  print("seen: \(name): posted")
}
Thread.sleep(forTimeInterval: 0.5)
withExtendedLifetime(tokens) {}
END
expect <<'END'
kept: observed
kept: posted
not kept: posted
END
