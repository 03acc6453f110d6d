#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: in a block on the main queue, `Task.immediate { @MainActor in }` starts in place, as it
# does in a function of the main actor: the block is on the main actor, as `assumeIsolated` agrees.
# Happens: it starts after the block has ended.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program <<'END'
import Dispatch
import Foundation

nonisolated func start(_ place: String) {
  Task.immediate { @MainActor in print("seen: \(place): started") }
  print("seen: \(place): left")
}

start("main function")
DispatchQueue.main.async {
  MainActor.assumeIsolated { print("seen: block: on the main actor") }
  start("block")
  DispatchQueue.main.async { exit(0) }
}
dispatchMain()
END
expect <<'END'
main function: started
main function: left
block: on the main actor
block: left
block: started
END
