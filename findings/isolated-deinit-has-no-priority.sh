#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: an isolated `deinit` that has to wait for its actor runs there with the priority of the
# task that released the object, as a task that this one had started would.
# Happens: it has none, 0, and a task that it starts is a medium one. If the object is released on
# its actor, the `deinit` has the releasing task's priority, and so has its task.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program <<'END'
@globalActor actor Home { static let shared = Home() }

@Home final class Object {
  let log: AsyncStream<String>.Continuation

  nonisolated init(_ log: AsyncStream<String>.Continuation) { self.log = log }

  isolated deinit {
    log.yield("deinit: \(Task.currentPriority.rawValue)")
    Task { [log] in log.yield("its task: \(Task.currentPriority.rawValue)") }
  }
}

@Home func releaseHere(_ log: AsyncStream<String>.Continuation) { _ = Object(log) }

let (lines, log) = AsyncStream<String>.makeStream()
await Task.detached(priority: .high) { await releaseHere(log) }.value
await Task.detached(priority: .high) { _ = Object(log) }.value

var count = 0
for await line in lines {
  print("seen: \(line)")
  count += 1
  if count == 4 { break }
}
END
expect <<'END'
deinit: 25
its task: 25
deinit: 0
its task: 21
END
