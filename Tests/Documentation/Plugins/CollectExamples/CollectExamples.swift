// Has the examples of the documentation made into a file that is compiled.

import Foundation
import PackagePlugin

@main
struct CollectExamples: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL.appending(path: "../..").standardizedFileURL
    let files = FileManager.default
    let sources = files.enumerator(
      at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
    let inputs =
      [root.appending(path: "README.md")]
      + (sources?.compactMap { $0 as? URL } ?? [])
      .filter { ["md", "swift"].contains($0.pathExtension) }
      .sorted { $0.path() < $1.path() }
    let output = context.pluginWorkDirectoryURL.appending(path: "Examples.swift")
    return [
      .buildCommand(
        displayName: "Collecting the examples of the documentation",
        executable: try context.tool(named: "collect-examples").url,
        arguments: [output.path()] + inputs.map { $0.path() },
        inputFiles: inputs, outputFiles: [output])
    ]
  }
}
