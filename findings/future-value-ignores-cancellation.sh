#!/usr/bin/env bash
# OpenCombine 0.14.0, Swift 6.3.1 on Linux.
#
# Expected: a cancelled task that awaits `value` of a future that can fail gets a
# `CancellationError` at once.
# Happens: it waits for as long as the promise isn't fulfilled, and then gets the value.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package OpenCombine/OpenCombine 0.14.0 OpenCombine
program <<'END'
import OpenCombine

nonisolated(unsafe) var fulfill: Future<String, any Error>.Promise = { _ in }

@concurrent func wait() async {
  let future = Future<String, any Error> { fulfill = $0 }
  withUnsafeCurrentTask { $0?.cancel() }
  do { print("seen: got: \(try await future.value)") } catch { print("seen: \(error)") }
}

let waiter = Task { await wait() }
try await Task.sleep(for: .milliseconds(300))
print("seen: fulfilled now")
fulfill(.success("value"))
await waiter.value
END
expect <<'END'
fulfilled now
got: value
END
