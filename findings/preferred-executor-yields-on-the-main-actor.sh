#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: a call from an actor to the same actor doesn't suspend, so that no other job of the actor
# comes in between; whatever executor the task prefers, the task is already where it has to be.
# Happens: on the main actor, a task that prefers an executor of the program's own is enqueued again
# at each such call, and other jobs overtake it. On an actor without an executor of its own, it goes
# on, and so does one that prefers the global executor.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program <<'END'
import Dispatch

final class Executor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

@MainActor final class Log {
  var text = ""

  func write(_ number: Int) async { text += "\(number)" }

  func fill() async -> String {
    let other = Task { @MainActor in self.text += "3" }
    await write(1)
    await write(2)
    await other.value
    return text
  }
}

actor ActorLog {
  var text = ""

  func write(_ number: Int) async { text += "\(number)" }
  func end() { text += "3" }

  func fill() async -> String {
    let other = Task { self.end() }
    await write(1)
    await write(2)
    await other.value
    return text
  }
}

let executors: [(String, any TaskExecutor)] = [
  ("the global executor", globalConcurrentExecutor), ("one of its own", Executor()),
]
print("seen: no preference: \(await Log().fill()), \(await ActorLog().fill())")
for (name, executor) in executors {
  let main = Task(executorPreference: executor) { @MainActor in await Log().fill() }
  let actor = Task(executorPreference: executor) { await ActorLog().fill() }
  print("seen: \(name): \(await main.value), \(await actor.value)")
}
END
expect <<'END'
no preference: 123, 123
the global executor: 123, 123
one of its own: 312, 123
END
