#!/usr/bin/env bash
# Swift Testing of Swift 6.3.1, Linux.
#
# Expected: `Task.name` is nil in a test, as in every task that nobody named, so that a test can
# tell that its code names no task.
# Happens: Swift Testing names the task of each test, and of each of its cases; tasks that the test
# creates are without a name.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
tests --disable-xctest <<'END'
import Testing

@Test func plain() async {
  print("seen: \(Task.name ?? "nil")")
  await Task { print("seen: inner: \(Task.name ?? "nil")") }.value
}

@Test(arguments: [7]) func cases(number: Int) { print("seen: \(Task.name ?? "nil")") }
END
sort -o "$out" "$out"
expect <<'END'
[Swift Testing] test cases(number:) - running test case #1
[Swift Testing] test plain() - running
green
inner: nil
END
