#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: once a task group has given its child's result, and has ended itself, only the code that
# got the result retains it: the group waits for its children.
# Happens: a child that ends while the group waits wakes up the group's task before it gives up its
# own copy of the result. The group can be over by then, so an object is now and then destroyed
# later, on the child's thread.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program -c release <<'END'
final class Answer: Sendable {}

/// - Returns: whether the object is still there when the group has ended.
func outlives() async -> Bool {
  weak var answer: Answer?
  await withTaskGroup(of: Answer.self) { group in
    group.addTask { Answer() }
    answer = await group.next()
  }
  return answer != nil
}

var rounds = 0
while rounds < 5_000_000, await !outlives() { rounds += 1 }
print("seen: \(rounds < 5_000_000 ? "outlives the group, in some rounds" : "never outlives it")")
END
expect <<'END'
outlives the group, in some rounds
END
