#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: each of two loops over the same `Observations` gets the first value and each later one
# once, as a single loop does: every iterator follows the model by itself.
# Happens: the iterators share the sequence's state. At each change, one of the two loops gets the
# same value twice in a row; which of them, varies.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program <<'END'
import Observation

@Observable @MainActor final class Model { var number = 0 }

@MainActor final class Log { var values: [[Int]] = [] }

/// Reads the model in this many loops over one sequence, and changes it three times.
@MainActor func loops(_ count: Int) async throws -> [[Int]] {
  let (model, log) = (Model(), Log())
  let numbers = Observations { model.number }
  log.values = Array(repeating: [], count: count)
  let tasks = (0..<count).map { loop in
    Task { for await number in numbers { log.values[loop].append(number) } }
  }
  try await Task.sleep(for: .milliseconds(300))
  for number in 1...3 {
    model.number = number
    try await Task.sleep(for: .milliseconds(300))
  }
  for task in tasks { task.cancel() }
  return log.values
}

print("seen: one loop: \(try await loops(1)[0])")
let both = try await loops(2)
for number in 0...3 {
  let times = both.map { values in values.count { $0 == number } }.sorted()
  print("seen: two loops, value \(number): \(times)")
}
END
expect <<'END'
one loop: [0, 1, 2, 3]
two loops, value 0: [1, 1]
two loops, value 1: [1, 2]
two loops, value 2: [1, 2]
two loops, value 3: [1, 2]
END
