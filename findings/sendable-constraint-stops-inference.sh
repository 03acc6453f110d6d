#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: in the Swift 5 language mode, a type that isn't `Sendable` may stand where a generic
# function requires it: the compiler says nothing, or warns. A closure of two statements compiles
# wherever one of a single expression does.
# Happens: if the closure has two statements, and its result decides a generic parameter that must
# be `Sendable`, the compiler gives up: it doesn't know the type of the next closure's parameter,
# which is where it reports an error. It says nothing about `Sendable`. With the type of the result
# written out, or with a single expression, the same code compiles without a word.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1

# compile NAME CLOSURE: prints what the compiler says of a chain of two closures.
compile() {
  cat >"$1.swift" <<END
struct Box<Value: Sendable> {
  let value: Value
  func map<U: Sendable>(_ transform: (Value) -> U) -> Box<U> { Box<U>(value: transform(value)) }
}
class Item { var title = "" }
func titled(_ box: Box<Int>) -> Box<String> { box.map { $2 }.map { \$0.title } }
END
  swiftc -typecheck -swift-version 5 "$1.swift" >said 2>&1 || :
  local messages
  messages=$(sed -nE 's/^[^ ].*: (error|warning): /\1: /p' said | sort -u)
  echo "seen: $1: ${messages:-nothing}" >>"$out"
}

compile expression '_ in Item()'
compile statements 'n in print(n); return Item()'
compile type 'n -> Item in print(n); return Item()'
expect <<'END'
expression: nothing
statements: error: cannot infer type of closure parameter '$0' without a type annotation
type: nothing
END
