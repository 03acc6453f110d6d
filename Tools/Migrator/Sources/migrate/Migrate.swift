// migrate: the tool for moving from another library's promises.

import ArgumentParser

@main
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Moves code from PromiseKit, google/promises, Bolts and callbacks to AsyncPromises.",
    subcommands: [ReportCommand.self, RewriteCommand.self])
}
