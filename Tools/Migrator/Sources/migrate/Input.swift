// The input of both commands, and how it is read.

import ArgumentParser
import MigrationModel

extension Assumption: ExpressibleByArgument {
  /// - Parameter hint: what to write instead, if there is no such assumption.
  fileprivate init(_ text: String, of kind: String, hint: String) throws {
    guard let known = Assumption(rawValue: "\(kind):\(text)") else {
      throw ValidationError("write \(hint)")
    }
    self = known
  }
}

struct Input: ParsableArguments {
  @Argument(help: "Files and folders. Pass whole modules, so that types can be resolved.")
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      """
      What a rewrite may assume, although the source doesn't say so. May be repeated. \
      default-settings, later-handlers, structured-tasks, swift-5, swift-6, main-actor:Class,… \
      or sendable:Type,…; a * in a name stands for anything.
      """, valueName: "assumption"))
  var assume: [Assumption] = []

  @Option(
    help: ArgumentHelp(
      "A queue of the program, and the global actor that takes its place. May be repeated.",
      valueName: "name=Actor"),
    transform: { try .init($0, of: "queue", hint: "the queue and its actor: --queue name=Actor") })
  var queue: [Assumption] = []

  @Option(
    help: ArgumentHelp(
      """
      A module that has a library's names, for its own files and for those that import it. May be \
      repeated.
      """, valueName: "module=library"),
    transform: {
      let hint = "the module and its library: --module-alias Module=promisekit|google|bolts"
      return try .init($0, of: "module-alias", hint: hint)
    })
  var moduleAlias: [Assumption] = []

  @Option(
    help: ArgumentHelp(
      """
      A file, or a folder, in which code that stays may convert what it gets from code that moves, \
      although nothing moves there. May be repeated.
      """, valueName: "path"),
    transform: { try .init($0, of: "convert", hint: "the end of a path: --convert App/main.swift") }
  )
  var convert: [Assumption] = []

  var assumptions: Set<Assumption> { Set(assume + queue + moduleAlias + convert) }

  @Option(
    help: ArgumentHelp(
      "A build folder, such as .build/debug, whose index has types that the source doesn't reveal.",
      valueName: "folder"))
  var index: String?

  @Option(help: "The number of threads.")
  var threads = 2

  func validate() throws {
    if paths.isEmpty { throw ValidationError("name at least one file or folder") }
    if threads < 1 { throw ValidationError("--threads must be at least 1") }
  }
}
