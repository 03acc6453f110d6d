// migrate rewrite: rewrites code, as a diff or in place, and lists what it leaves alone.

import ArgumentParser
import Foundation
import MigrationModel

extension Vocabulary: ExpressibleByArgument {}
extension Goal: ExpressibleByArgument {}

struct RewriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewrite",
    abstract: "Rewrites code if its meaning stays the same, and lists the rest, with reasons.",
    discussion: """
      Prints a diff for `git apply`, and changes files only with --write. On standard error, lists \
      what it leaves alone, with places and reasons. A second run changes nothing.
      """)

  @Option(help: "The library to move from: promisekit, google, bolts or callbacks.")
  var from: Vocabulary

  @Option(help: "The form to move to: promises or async.")
  var to: Goal

  @OptionGroup var input: Input

  @Flag(help: "Changes the files in place.")
  var write = false

  func run() throws {
    let rewriting: Rewriting
    do {
      rewriting = try Rewriting(
        paths: input.paths, from: from, to: to, assuming: Set(input.assume), index: input.index,
        threads: input.threads)
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
