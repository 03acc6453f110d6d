#!/usr/bin/env bash
# OpenCombine 0.14.0, Swift 6.3.1 on Linux.
#
# Expected: a `CurrentValueSubject` that has completed keeps its value, whichever way one is set.
# Happens: `send(_:)` is ignored, but setting `value` still changes it, and no subscriber hears.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package OpenCombine/OpenCombine 0.14.0 OpenCombine
program <<'END'
import OpenCombine

let subject = CurrentValueSubject<Int, Never>(0)
let subscription = subject.sink { print("seen: heard: \($0)") }
subject.send(completion: .finished)
subject.send(1)
print("seen: after send: \(subject.value)")
subject.value = 2
print("seen: after setting: \(subject.value)")
END
expect <<'END'
heard: 0
after send: 0
after setting: 2
END
