#!/usr/bin/env bash
# Dispatch of Swift 6.3.1, Linux.
#
# Expected: an actor can have a serial dispatch queue as its executor: `DispatchSerialQueue` is a
# `SerialExecutor`, as it is on Apple's systems.
# Happens: there is no such type, and `DispatchQueue` is no executor.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
compiles() {
  local answer=yes
  echo "import Dispatch; $1" >line.swift
  swiftc -typecheck line.swift >>"$out" 2>&1 || answer=no
  echo "seen: $answer: $1" >>"$out"
}
compiles 'let queue = DispatchQueue(label: "queue")'
compiles 'let queue = DispatchSerialQueue(label: "queue")'
compiles 'let executor: any SerialExecutor = DispatchQueue(label: "queue")'
expect <<'END'
yes: let queue = DispatchQueue(label: "queue")
no: let queue = DispatchSerialQueue(label: "queue")
no: let executor: any SerialExecutor = DispatchQueue(label: "queue")
END
