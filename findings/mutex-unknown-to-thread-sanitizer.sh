#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: the thread sanitizer has nothing to say of an object whose every use is within the
# `withLock` of a `Synchronization.Mutex`, as it has nothing to say with an `NSLock`.
# Happens: it reports a race with the mutex, and none with the lock.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program --sanitize=thread <<'END'
import Foundation
import Synchronization

final class Counter: @unchecked Sendable { var count = 0 }

let lock = NSLock(), mutex = Mutex(())
let ofLock = Counter(), ofMutex = Counter()

nonisolated func onTwoThreads(_ name: String, _ body: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for _ in 0..<2 {
    group.enter()
    Thread {
      for _ in 0..<20_000 { body() }
      group.leave()
    }.start()
  }
  group.wait()
  FileHandle.standardError.write(Data("\(name) is done\n".utf8))
}

onTwoThreads("NSLock") { lock.withLock { ofLock.count += 1 } }
onTwoThreads("Mutex") { mutex.withLock { _ in ofMutex.count += 1 } }
END
# Which name the reports came before.
awk '/WARNING: ThreadSanitizer: .* race/ { found = 1 }
  / is done$/ { print "seen: " $1 ": " (found ? "a race" : "no race"); found = 0 }' "$out" >found
mv found "$out"
expect <<'END'
NSLock: no race
Mutex: a race
END
