// What both commands read, and how.

import ArgumentParser
import MigrationModel

extension Assumption: ExpressibleByArgument {}

struct Input: ParsableArguments {
  @Argument(help: "Files and folders. Pass whole modules, so that types can be resolved.")
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "What a rewrite may assume, although the source doesn't say so. May be repeated."))
  var assume: [Assumption] = []

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
