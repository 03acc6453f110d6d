// Generates the sources of a module from those of the library.

import Foundation
import PackagePlugin

@main
struct SeedFaults: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let library = context.package.directoryURL
      .appending(path: "../../Sources/\(target.name)").standardizedFileURL
    let sources =
      FileManager.default.enumerator(at: library, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    let copies = context.pluginWorkDirectoryURL
    return [
      .buildCommand(
        displayName: "Seeding faults in a copy of the library",
        executable: try context.tool(named: "seed-faults").url,
        arguments: [library.path(), copies.path()],
        inputFiles: sources,
        outputFiles: sources.map { copies.appending(path: $0.lastPathComponent) })
    ]
  }
}
