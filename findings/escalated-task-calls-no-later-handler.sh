#!/usr/bin/env bash
# Swift 6.3.1, Linux.
#
# Expected: `withTaskPriorityEscalationHandler` in a task that has been escalated already calls its
# handler at once, as `withTaskCancellationHandler` does in a task that has been cancelled.
# Happens: it doesn't. Work that begins after the escalation isn't told.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
program <<'END'
func work(escalated: Bool) async throws -> String {
  let (go, start) = AsyncStream<Void>.makeStream()
  let (calls, call) = AsyncStream<String>.makeStream()
  let (begun, beginning) = AsyncStream<Void>.makeStream()
  let task = Task.detached(priority: .background) {
    for await _ in go {}
    await withTaskPriorityEscalationHandler {
      beginning.finish()
      try? await Task.sleep(for: .milliseconds(300))
    } onPriorityEscalated: { call.yield("\($0.rawValue) to \($1.rawValue)") }
    call.finish()
  }
  if escalated { task.escalatePriority(to: .high) }
  start.finish()
  if !escalated {
    for await _ in begun {}
    task.escalatePriority(to: .high)
  }
  var heard: [String] = []
  for await one in calls { heard.append(one) }
  return "\(heard)"
}

print("seen: escalated within: \(try await work(escalated: false))")
print("seen: escalated before: \(try await work(escalated: true))")
END
expect <<'END'
escalated within: ["9 to 25"]
escalated before: []
END
