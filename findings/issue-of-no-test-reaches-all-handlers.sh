#!/usr/bin/env bash
# Swift Testing of Swift 6.3.1, Linux.
#
# Expected: an issue that a detached task records, for no test, is reported once, and to no test's
# `compactMapIssues`.
# Happens: the handlers of all tests that run hear of it, whoever recorded it, and the one issue
# is reported and counted once more for each of them.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
tests --disable-xctest <<'END'
import Testing

let (stream, end) = AsyncStream<Void>.makeStream()

@Test(.compactMapIssues { print("seen: handler of the waiting test"); return $0 })
func waiting() async {
  for await _ in stream {}
}

@Test(.compactMapIssues { print("seen: handler of the recording test"); return $0 })
func recording() async {
  await Task.detached { _ = Issue.record("recorded once") }.value
  end.finish()
}
END
echo "seen: reported: $(grep -c 'recorded an issue' "$out")" >>"$out"
sort -o "$out" "$out"
expect <<'END'
handler of the recording test
handler of the waiting test
red
reported: 3
END
