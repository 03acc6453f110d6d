#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: a task whose closure can't throw costs no more memory than one whose closure can: the
# runtime has one thing less to keep.
# Happens: the runtime wraps the closure of a task that can't throw in another closure, so each such
# task, and each such child of a group, makes an allocation more.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program -c release <<'END'
import Foundation

/// The bytes of memory that the process takes.
func memory() -> Int {
  let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return (pages.flatMap { Int($0[1]) } ?? 0) * 4_096
}

/// Starts tasks that don't begin yet, and prints how many bytes each takes, in steps of sixteen.
func measure(_ name: String, _ start: () -> Void) {
  for _ in 0..<50_000 { start() }
  let before = memory()
  for _ in 0..<200_000 { start() }
  print("seen: \(name): \(((memory() - before) / 200_000 + 8) / 16 * 16)")
}

// The main thread isn't given back, so a main-actor task doesn't begin.
let number = 1
measure("can't throw") { Task { @MainActor () async -> Int in number } }
measure("can throw") { Task { @MainActor () async throws -> Int in number } }
END
expect <<'END'
can't throw: 1520
can throw: 1472
END
