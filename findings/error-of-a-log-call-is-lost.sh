#!/usr/bin/env bash
# swift-log 1.16.2, Swift 6.3.1 on Linux.
#
# Expected: the error of `logger.error("…", error: error)` reaches a handler that has only the older
# method, which takes no error, as metadata.
# Happens: such a handler gets the message without a trace of the error. The in-memory handler of
# the same package, which takes an event, keeps it.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package apple/swift-log 1.16.2 Logging InMemoryLogging
program <<'END'
import InMemoryLogging
import Logging

struct Handler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }
  func log(
    level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata?, source: String,
    file: String, function: String, line: UInt
  ) { print("seen: own handler: \(message) \(metadata ?? [:])") }
}

struct Failure: Error {}

Logger(label: "own") { _ in Handler() }.error("Failed", error: Failure())
let memory = InMemoryLogHandler()
Logger(label: "memory") { _ in memory }.error("Failed", error: Failure())
for entry in memory.entries { print("seen: in memory: \(entry.message) \(entry.error as Any)") }
END
expect <<'END'
own handler: Failed [:]
in memory: Failed Optional(Finding.Failure())
END
