#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: `@concurrent static func main() async` of an `@main` type isn't on the main actor, nor
# are the closures and tasks in it, as with any other function that is declared like this.
# Happens: the declaration compiles and means nothing: main is on the main actor, and so are a
# `Task { }` and the body of a task group in it, without any warning.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
source=Start.swift
program <<'END'
func tell(_ place: String, _ isolation: (any Actor)?) {
  print("seen: \(place): \(isolation.map { "\(type(of: $0))" } ?? "no actor")")
}

@main struct Start {
  @concurrent static func main() async {
    tell("main", #isolation)
    await Task { tell("task of main", #isolation) }.value
    await withTaskGroup { (_: inout TaskGroup<Void>) in tell("group of main", #isolation) }
    await other()
  }

  @concurrent static func other() async {
    tell("other", #isolation)
    await Task { tell("task of other", #isolation) }.value
  }
}
END
expect <<'END'
main: MainActor
task of main: MainActor
group of main: MainActor
other: no actor
task of other: no actor
END
