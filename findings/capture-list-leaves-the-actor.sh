#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: a closure that is passed to a parameter of type `nonisolated(nonsending)` runs where its
# caller runs, whatever it captures.
# Happens: with a capture list, it leaves the actor; the same closure without a list stays.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program <<'END'
import Dispatch

let key = DispatchSpecificKey<Bool>()

final class Executor: SerialExecutor {
  let queue = DispatchQueue(label: "actor")
  init() { queue.setSpecific(key: key, value: true) }
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

nonisolated func onActor() -> Bool { DispatchQueue.getSpecific(key: key) ?? false }

nonisolated(nonsending) func run(_ body: nonisolated(nonsending) () async -> Void) async {
  await body()
}

actor Owner {
  let executor = Executor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func compare() async {
    let number = 1
    await run { print("seen: \(number) without a list, on the actor: \(onActor())") }
    await run { [number] in print("seen: \(number) with a list, on the actor: \(onActor())") }
  }
}

await Owner().compare()
END
expect <<'END'
1 without a list, on the actor: true
1 with a list, on the actor: false
END
