#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: `Task { }` in a block on a queue of class *background* has priority background, and in
# one of class *userInteractive* a high one: the priority comes from the thread.
# Happens: it is medium in both, and `Task.currentPriority` in the block itself is 0.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program <<'END'
import Dispatch

let classes = [("background", DispatchQoS.QoSClass.background), ("interactive", .userInteractive)]
for (name, qos) in classes {
  let task = await withCheckedContinuation { continuation in
    DispatchQueue.global(qos: qos).async {
      print("seen: \(name), block: \(Task.currentPriority.rawValue)")
      continuation.resume(returning: Task { Task.currentPriority })
    }
  }
  // Waiting for it would raise it, so that it is asked only when it has ended.
  try await Task.sleep(for: .milliseconds(100))
  print("seen: \(name), task: \(await task.value)")
}
END
expect <<'END'
background, block: 0
background, task: TaskPriority.medium
interactive, block: 0
interactive, task: TaskPriority.medium
END
