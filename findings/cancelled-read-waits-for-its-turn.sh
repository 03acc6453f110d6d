#!/usr/bin/env bash
# GRDB 7.10.0, Swift 6.3.1, Linux.
#
# Expected: `read` of a `DatabaseQueue` that waits for its turn behind a long `write` throws
# `CancellationError` as soon as its task is cancelled, since its closure has not begun.
# Happens: its closure never runs, but it throws only when the write has ended, however long that
# takes. A limit of time around such a read ends as late.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package groue/GRDB.swift 7.10.0 GRDB
program <<'END'
import GRDB
import Synchronization

let database = try DatabaseQueue()
let hasBegun = Atomic(false)
let mayEnd = Atomic(false)
let hasEnded = Atomic(false)
let hasRead = Atomic(false)

let write = Task {
  try await database.write { _ in
    hasBegun.store(true, ordering: .sequentiallyConsistent)
    while !mayEnd.load(ordering: .sequentiallyConsistent) {}
    hasEnded.store(true, ordering: .sequentiallyConsistent)
  }
}
while !hasBegun.load(ordering: .sequentiallyConsistent) { await Task.yield() }

let read = Task {
  do {
    try await database.read { _ in hasRead.store(true, ordering: .sequentiallyConsistent) }
    return "returns"
  } catch {
    let isOver = hasEnded.load(ordering: .sequentiallyConsistent)
    return "throws \(error) \(isOver ? "after" : "before") the end of the write"
  }
}
try await Task.sleep(for: .milliseconds(200))
read.cancel()
try await Task.sleep(for: .seconds(2))
mayEnd.store(true, ordering: .sequentiallyConsistent)
print("seen: the cancelled read \(await read.value)")
print("seen: its closure ran: \(hasRead.load(ordering: .sequentiallyConsistent))")
try await write.value
END
expect <<'END'
the cancelled read throws CancellationError() after the end of the write
its closure ran: false
END
