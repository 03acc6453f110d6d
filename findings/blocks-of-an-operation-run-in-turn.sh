#!/usr/bin/env bash
# Foundation of Swift 6.3.1, Linux.
#
# Expected: the blocks of one `BlockOperation` run at the same time, on a queue without a limit.
# Happens: one begins when the other has ended.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program <<'END'
import Foundation

let operation = BlockOperation()
for _ in 0..<2 {
  operation.addExecutionBlock {
    print("seen: begins")
    Thread.sleep(forTimeInterval: 0.2)
    print("seen: ends")
  }
}
OperationQueue().addOperations([operation], waitUntilFinished: true)
END
expect <<'END'
begins
ends
begins
ends
END
