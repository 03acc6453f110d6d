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

  @Flag(
    help: ArgumentHelp(
      "With --to async, keeps a form of each function that returns a promise, for other callers."))
  var keepPromiseForm = false

  @Flag(help: "Changes the files in place.")
  var write = false

  @Flag(
    help: ArgumentHelp(
      "With --write, builds the package, and leaves what would not compile as it was."))
  var check = false

  @Option(
    help: ArgumentHelp(
      "The same with another command, whose errors start with file:line:column: error.",
      valueName: "command"))
  var checkWith: String?

  func validate() throws {
    if keepPromiseForm && to != .async {
      throw ValidationError(
        "--keep-promise-form keeps promises beside async functions: add --to async")
    }
    if (check || checkWith != nil) && !write {
      throw ValidationError("--check and --check-with compile what is written: add --write")
    }
  }

  func run() throws {
    var rewriting: Rewriting
    do {
      rewriting = try Rewriting(
        paths: input.paths, from: from, to: to, keepingForms: keepPromiseForm,
        assuming: input.assumptions, index: input.index, threads: input.threads)
    } catch {
      throw failure(error.description)
    }
    let build = try self.build()
    for file in rewriting.changed {
      if write {
        try self.write(file)
      } else {
        print(file.diff, terminator: "")
      }
    }
    if let build { try check(&rewriting, build) }
    say(rewriting.summary)
    if rewriting.files.contains(where: { $0.error != nil }) { throw ExitCode.failure }
  }

  // MARK: Checking

  /// The build that checks the rewritten files. It must also succeed before the rewrite.
  private func build() throws -> Build? {
    guard check || checkWith != nil else { return nil }
    let build: Build
    if let checkWith {
      build = Build(command: checkWith)
    } else {
      guard let found = Build(packageAbove: input.paths[0]) else {
        throw failure("there is no Package.swift above \(input.paths[0]): use --check-with")
      }
      build = found
    }
    let before = try errors(of: build)
    if let error = before.messages.first {
      throw failure("the code doesn't compile before the rewrite: \(error)")
    }
    return build
  }

  /// Leaves code that the compiler refuses as it was, until the rest compiles.
  private func check(_ rewriting: inout Rewriting, _ build: Build) throws {
    while !rewriting.changed.isEmpty {
      let errors = try errors(of: build)
      if errors.messages.isEmpty { return }
      let before = rewriting
      if rewriting.hold(errors.errors(in: rewriting.files)) {
        for (old, new) in zip(before.files, rewriting.files) where old.after != new.after {
          try write(new)
        }
      } else {
        return try takeBack(&rewriting, build, errors)
      }
    }
  }

  /// Restores whole files that have errors, until the rest compiles.
  private func takeBack(
    _ rewriting: inout Rewriting, _ build: Build, _ errors: Build.Errors
  ) throws {
    var errors = errors
    while let first = errors.messages.first, !rewriting.changed.isEmpty {
      let wrong = rewriting.changed.filter { errors.byFile[Build.key($0.path)] != nil }
      // If the errors are in other files, any changed file may be the cause.
      for file in wrong.isEmpty ? rewriting.changed : wrong {
        let own = errors.byFile[Build.key(file.path)]?.first?.message
        try write(file.before, to: file.path)
        rewriting.takeBack(file.path, because: own ?? "\(first), in a file that uses it")
      }
      errors = try self.errors(of: build)
    }
  }

  private func errors(of build: Build) throws -> Build.Errors {
    do { return try build.errors() } catch {
      throw failure("can't run \(build.command): \(error.localizedDescription)")
    }
  }

  private func write(_ file: Rewriting.File) throws { try write(file.after, to: file.path) }

  private func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw failure("can't write \(path): \(error.localizedDescription)")
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
