// migrate report: lists the code to move, and whether it can be rewritten, with reasons.

import ArgumentParser
import Foundation
import MigrationModel

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Lists the code to move: what can be rewritten, and what can't be, and why.",
    discussion: """
      Reads all Swift files below the paths. Skips hidden folders, Carthage, Pods, checkouts, \
      DerivedData and SourcePackages, unless you name them. Changes nothing.
      """)

  @OptionGroup var input: Input

  @Flag(help: "Prints everything as JSON.")
  var json = false

  @Flag(help: "Lists all places for each reason, not only the first three.")
  var verbose = false

  @Option(help: "A report made earlier with --json, to show the progress since then.")
  var since: String?

  func run() throws {
    do {
      let earlier = try since.map { try earlierReport($0) }
      let analysis = try Analysis.run(
        paths: input.paths, assuming: input.assumptions, index: input.index,
        threads: input.threads)
      var report = Report(analysis, paths: input.paths)
      report.progress = earlier.map { Progress(from: $0, to: report) }
      print(json ? try report.json() : report.text(isVerbose: verbose), terminator: "")
    } catch let error as InputError {
      throw failure(error.description)
    } catch let error as EarlierReportError {
      throw failure(error.description)
    }
  }

  private func earlierReport(_ path: String) throws -> Report {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw EarlierReportError(description: "can't read \(path)")
    }
    return try Report.read(data, from: path)
  }

  private func failure(_ message: String) -> ExitCode {
    FileHandle.standardError.write(Data("migrate: \(message)\n".utf8))
    return .failure
  }
}
