#!/usr/bin/env bash
# swift-log 1.16.2, Swift 6.3.1 on Linux.
#
# Expected: what a logger was given by `logger[metadataKey:]` is nearer to the call than what a
# metadata provider says for the whole program, and wins where both have the same key.
# Happens: the provider wins; only metadata of the call itself wins over it.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
package apple/swift-log 1.16.2 Logging InMemoryLogging
program <<'END'
import InMemoryLogging
import Logging

let memory = InMemoryLogHandler()
var logger = Logger(label: "label") { _ in memory }
logger.handler.metadataProvider = Logger.MetadataProvider { ["request": "of the provider"] }
logger[metadataKey: "request"] = "of the logger"
logger.info("One")
logger.info("Two", metadata: ["request": "of the call"])
for entry in memory.entries { print("seen: \(entry.message): \(entry.metadata)") }
END
expect <<'END'
One: ["request": of the provider]
Two: ["request": of the call]
END
