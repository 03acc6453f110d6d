// Await: counts the lines, words and bytes of all files in a folder, four files at a time.
//
//     swift run Quickstart [folder] [--timeline count.svg]

import AsyncPromises
import AsyncPromisesTracking
import Foundation

@main
@MainActor
struct Quickstart {
  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var picture: String?
    if let option = arguments.firstIndex(of: "--timeline"), arguments.indices.contains(option + 1) {
      picture = arguments[option + 1]
      arguments.removeSubrange(option...option + 1)
    }
    let folder = arguments.first.map { URL(filePath: $0).standardizedFileURL } ?? ownSources
    guard fileType(of: folder.resolvingSymlinksInPath()) == .typeDirectory else {
      printError("Quickstart: there is no folder \(folder.path)\n")
      exit(1)
    }

    let files = files(in: folder)
    let progress = ProgressReport(total: files.count)
    if picture != nil { PromiseTimeline.start(newest: 100_000) }
    // Collects results, so that an unreadable file doesn't stop the others.
    let results = try await Promise.mapSettled(
      files, concurrency: 4,
      progress: { progress.advance(to: $0) },  // on the main actor, like this function
      { count($0) }
    ).get()
    progress.end()
    if let picture { try Data(PromiseTimeline.stop().svg.utf8).write(to: URL(filePath: picture)) }
    print(Table(rows: zip(files, results).map { (name(of: $0, in: folder), $1) }))
  }

  /// The sources of this package, independent of the working directory.
  static var ownSources: URL {
    URL(filePath: #filePath).appending(path: "../../../Sources").standardizedFileURL
  }
}

/// A bar on a terminal, or else plain lines. Uses standard error, so that standard output contains
/// only the table.
@MainActor
final class ProgressReport {
  private let total: Int
  private let isTerminal = isatty(STDERR_FILENO) == 1

  init(total: Int) {
    self.total = total
  }

  func advance(to done: Int) {
    guard isTerminal else { return printError("\(done) of \(total)\n") }
    let width = 40
    let filled = width * done / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    printError("\r\(bar) \(done) of \(total)")
  }

  /// Clears the bar's line.
  func end() {
    if isTerminal { printError("\r\u{1B}[K") }
  }
}

/// One row per file, and the totals. Names come last, because their widths vary.
struct Table: CustomStringConvertible {
  let rows: [(name: String, counts: Result<Counts, any Error>)]

  var description: String {
    let counts = rows.compactMap { try? $0.counts.get() }
    let total = counts.reduce(into: Counts()) { $0.add($1) }
    let unreadable = rows.count - counts.count
    let footer = "\(rows.count) in all" + (unreadable == 0 ? "" : ", \(unreadable) unreadable")

    // Lines and words have at least one byte each, so no number is wider than the byte total.
    let width = max("lines".count, "\(total.bytes)".count)
    func line(_ columns: [String], _ name: String) -> String {
      columns.map { String(repeating: " ", count: width - $0.count) + $0 + "  " }.joined() + name
    }
    func line(_ counts: Counts, _ name: String) -> String {
      line(["\(counts.lines)", "\(counts.words)", "\(counts.bytes)"], name)
    }

    let heading = line(["lines", "words", "bytes"], "file")
    let rule = String(repeating: "─", count: heading.count)
    let body = rows.map { name, counts in
      switch counts {
      case .success(let counts): line(counts, name)
      case .failure(let error): line(["-", "-", "-"], "\(name): \(error)")
      }
    }
    return ([heading, rule] + body + [rule, line(total, footer)]).joined(separator: "\n")
  }
}

func printError(_ text: String) {
  FileHandle.standardError.write(Data(text.utf8))
}
