#!/usr/bin/env bash
# Swift Testing of Swift 6.3.1, Linux.
#
# Expected: the closure of a suite's `compactMapIssues` is called once for an issue of a test in it,
# so that a prefix that it adds is there once.
# Happens: it is called once for each level, the test and the suite: for a test in a suite twice,
# in a suite within it three times.
# Output seen: at the end.
set -eu
. "$(dirname "$0")/lib.sh"
toolchain 6.3.1
tests --disable-xctest <<'END'
import Testing

let prefixing = IssueHandlingTrait.compactMapIssues { issue in
  var issue = issue
  issue.comments = issue.comments.map { Comment(rawValue: "+" + $0.rawValue) }
  print("seen: \(issue.comments[0].rawValue)")
  return issue
}

@Suite(.serialized, prefixing) struct Outer {
  @Test func inOuter() { Issue.record("outer") }
  @Suite struct Inner {
    @Test func inInner() { Issue.record("inner") }
  }
}
END
expect <<'END'
+outer
++outer
+inner
++inner
+++inner
red
END
