// The changes to a file as a unified diff for `git apply` and `patch`.

extension Rewriting.File {
  /// The changes as a unified diff; empty if there are none.
  package var diff: String {
    guard before != after else { return "" }
    let hunks = UnifiedDiff(before.lines, after.lines).hunks
    let name = path.drop { $0 == "/" }
    return "--- a/\(name)\n+++ b/\(name)\n" + hunks.joined()
  }

  /// The line of the original that became a line of the rewrite, both counted from 1.
  func lineBefore(_ line: Int) -> Int { UnifiedDiff(before.lines, after.lines).old(line) }
}

/// The hunks of a unified diff.
private struct UnifiedDiff {
  private enum Line {
    case kept(String), removed(String), added(String)

    var isKept: Bool { if case .kept = self { true } else { false } }
  }

  private static let context = 3
  private var lines: [Line] = []

  init(_ before: [String], _ after: [String]) {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var (old, new) = (0, 0)
    while old < before.count || new < after.count {
      if removed.contains(old) {
        lines.append(.removed(before[old]))
        old += 1
      } else if added.contains(new) {
        lines.append(.added(after[new]))
        new += 1
      } else {
        lines.append(.kept(before[old]))
        (old, new) = (old + 1, new + 1)
      }
    }
  }

  /// The line before that corresponds to a line after. Those of a change correspond in order.
  func old(_ line: Int) -> Int {
    var (old, new, index) = (0, 0, 0)
    while index < lines.count {
      let end = lines[index...].firstIndex(where: \.isKept) ?? lines.count
      let added = lines[index..<end].count { if case .added = $0 { true } else { false } }
      let removed = end - index - added
      if line <= new + added {
        return max(1, removed == 0 ? old : old + 1 + (line - new - 1) * removed / added)
      }
      (old, new, index) = (old + removed + 1, new + added + 1, end + 1)
      if line == new { return old }
    }
    return max(1, old)
  }

  var hunks: [String] {
    var hunks: [String] = []
    var (old, new, index) = (1, 1, 0)
    while let next = lines[index...].firstIndex(where: { !$0.isKept }) {
      let start = max(index, next - Self.context)
      (old, new) = (old + start - index, new + start - index)
      // The hunk ends at a run of unchanged lines twice the context's size, or at the file's end.
      var end = next
      var quiet = 0
      while end < lines.count, quiet < 2 * Self.context {
        quiet = lines[end].isKept ? quiet + 1 : 0
        end += 1
      }
      end -= max(quiet - Self.context, 0)
      hunks.append(hunk(lines[start..<end], &old, &new))
      index = end
    }
    return hunks
  }

  private func hunk(_ lines: ArraySlice<Line>, _ old: inout Int, _ new: inout Int) -> String {
    var text = ""
    var (oldCount, newCount) = (0, 0)
    for line in lines {
      switch line {
      case .kept(let line):
        text += " \(line)"
        (oldCount, newCount) = (oldCount + 1, newCount + 1)
      case .removed(let line):
        text += "-\(line)"
        oldCount += 1
      case .added(let line):
        text += "+\(line)"
        newCount += 1
      }
    }
    defer { (old, new) = (old + oldCount, new + newCount) }
    // For a side without lines, a diff names the line before the hunk.
    let (oldStart, newStart) = (oldCount == 0 ? old - 1 : old, newCount == 0 ? new - 1 : new)
    return "@@ -\(oldStart),\(oldCount) +\(newStart),\(newCount) @@\n\(text)"
  }
}

extension String {
  /// The lines with their line breaks. If the last line has none, a marker follows, as in any diff.
  var lines: [String] {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)\n" }
    guard let last = lines.popLast(), last != "\n" else { return lines }
    return lines + [last + "\\ No newline at end of file\n"]
  }
}
