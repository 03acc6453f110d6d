#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: an empty subclass of a class with a method that takes a `Sendable` value links in a
# debug build as in a release build, whatever isolates the class.
# Happens: if the class has its isolation from a superclass that is `@preconcurrency @MainActor`, the
# debug build of eight jobs, which compiles each file by itself, doesn't link: the symbol of the
# method spells `Sendable` in the subclass's file, but not in the class's own. It links if the method
# is marked `@MainActor` as well, or `final`.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
manifest executableTarget Sources
echo '@preconcurrency @MainActor class View {}' >Sources/View.swift
echo 'class Table: Screen {}' >Sources/Table.swift
echo 'print(Table().show { 1 })' >Sources/main.swift

# build CONFIGURATION MODIFIER: the program with a modifier of the method.
build() {
  cat >Sources/Screen.swift <<END
class Screen: View {
  $2 func show<T: Sendable>(_ value: () -> T) -> T { value() }
}
END
  local outcome
  if swift build -j 8 -c "$1" >build 2>&1; then
    outcome="links, and prints $(swift run --skip-build -c "$1" Finding 2>/dev/null)"
  else
    outcome=$(grep -o 'undefined reference' build | head -1)
  fi
  echo "seen: $1, ${2:-unmarked}: $outcome" >>"$out"
}

build debug ''
build debug @MainActor
build debug final
build release ''
expect <<'END'
debug, unmarked: undefined reference
debug, @MainActor: links, and prints 1
debug, final: links, and prints 1
release, unmarked: links, and prints 1
END
