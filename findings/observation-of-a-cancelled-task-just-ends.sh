#!/usr/bin/env bash
# GRDB 7.10.0, Swift 6.3.1, Linux.
#
# Expected: a loop over `ValueObservation.values(in:)` throws `CancellationError` when its task is
# cancelled, as `read` and `write` of the same database do.
# Happens: the loop ends as if the observation were complete, and what follows it runs. The next
# `read` of the same task throws.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package groue/GRDB.swift 7.10.0 GRDB
program <<'END'
import GRDB

let database = try DatabaseQueue()
try await database.write { try $0.execute(sql: "CREATE TABLE item(number INTEGER)") }
let counts = ValueObservation.tracking { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM item") }
let (begun, begin) = AsyncStream<Void>.makeStream()

let loop = Task {
  do {
    for try await _ in counts.values(in: database) { begin.yield() }
    print("seen: the loop ends without an error, cancelled: \(Task.isCancelled)")
  } catch {
    print("seen: the loop throws \(error)")
  }
  do {
    _ = try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM item") }
    print("seen: a read returns")
  } catch {
    print("seen: a read throws \(error)")
  }
}
for await _ in begun { break }
loop.cancel()
await loop.value
END
expect <<'END'
the loop ends without an error, cancelled: true
a read throws CancellationError()
END
