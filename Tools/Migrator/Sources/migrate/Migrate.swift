// migrate: moves code from other promise libraries to AsyncPromises.

import ArgumentParser

@main
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Moves code from PromiseKit, google/promises, Bolts and callbacks to AsyncPromises.",
    subcommands: [ReportCommand.self, RewriteCommand.self])
}
