#!/usr/bin/env bash
# swift-subprocess 1.0.2 with swift-system 1.8.1, Swift 6.3.1, Linux.
#
# Expected: `run` of a task that is cancelled throws `CancellationError`, as a sleep does, and one in
# a task that has been cancelled beforehand starts no program.
# Happens: it returns a result. The program has been killed, which only its status tells. If the task
# was cancelled beforehand, the program is started all the same, and killed.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package swiftlang/swift-subprocess 1.0.2 Subprocess
package apple/swift-system 1.8.1
program <<'END'
import Subprocess

func answer() async -> String {
  do {
    let result = try await run(.path("/bin/sleep"), arguments: ["5"], output: .discarded)
    return "\(result.terminationStatus)"
  } catch {
    return "throws \(error)"
  }
}

let running = Task { await answer() }
try await Task.sleep(for: .seconds(1))
running.cancel()
print("seen: cancelled while it runs: \(await running.value)")

let cancelled = Task {
  withUnsafeCurrentTask { $0?.cancel() }
  return await answer()
}
print("seen: cancelled beforehand: \(await cancelled.value)")
END
expect <<'END'
cancelled while it runs: signaled(9)
cancelled beforehand: signaled(9)
END
