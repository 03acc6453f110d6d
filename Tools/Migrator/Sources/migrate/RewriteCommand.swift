// migrate rewrite: the new text, as a diff or in place, and what is left with reasons.

import ArgumentParser
import Foundation
import MigrationModel

extension Vocabulary: ExpressibleByArgument {}
extension Goal: ExpressibleByArgument {}
extension Assumption: ExpressibleByArgument {}

struct RewriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewrite",
    abstract: "Rewrites what keeps its meaning, and tells what is left and why.",
    discussion: """
      Prints a diff, which `git apply` takes, and changes nothing, unless --write says so. What \
      is left is told on standard error, with places and reasons. A second run changes nothing.
      """)

  @Option(help: "What is there: promisekit, google, bolts or callbacks.")
  var from: Vocabulary

  @Option(help: "What is wanted: promises or async.")
  var to: Goal

  @Argument(help: "Files and folders. Give whole modules, so that types can be told.")
  var paths: [String]

  @Flag(help: "Changes the files in place.")
  var write = false

  @Option(
    help: ArgumentHelp(
      "What the text can't tell, by your word. May be repeated."
    ))
  var assume: [Assumption] = []

  @Option(
    help: ArgumentHelp(
      "The folder of a build, such as .build/debug: its index tells types that the text does not.",
      valueName: "folder"))
  var index: String?

  @Option(help: "The number of threads.")
  var threads = 2

  func validate() throws {
    if paths.isEmpty { throw ValidationError("name at least one file or folder") }
    if threads < 1 { throw ValidationError("--threads has to be at least 1") }
  }

  func run() throws {
    let rewriting: Rewriting
    do {
      rewriting = try Rewriting(
        paths: paths, from: from, to: to, assuming: Set(assume), index: index, threads: threads)
    } catch {
      throw failure(error.description)
    }
    for file in rewriting.changed {
      if write {
        try self.write(file)
      } else {
        print(file.diff, terminator: "")
      }
    }
    say(rewriting.summary)
    if rewriting.files.contains(where: { $0.error != nil }) { throw ExitCode.failure }
  }

  private func write(_ file: Rewriting.File) throws {
    do {
      try Data(file.after.utf8).write(to: URL(fileURLWithPath: file.path), options: .atomic)
    } catch {
      throw failure("can't write \(file.path): \(error.localizedDescription)")
    }
  }

  private func say(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  private func failure(_ message: String) -> ExitCode {
    say("migrate: \(message)\n")
    return .failure
  }
}
