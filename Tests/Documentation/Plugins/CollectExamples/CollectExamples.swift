// Has the examples of the documentation made into a file that is compiled.

import Foundation
import PackagePlugin

@main
struct CollectExamples: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL.appending(path: "../..").standardizedFileURL
    let modules = target.dependencies.compactMap { dependency in
      if case .product(let product) = dependency { product.name } else { nil }
    }
    // Examples of another vocabulary may use the library, whose own are compiled elsewhere.
    let library = ["AsyncPromises", "AsyncPromisesTesting", "AsyncPromisesSwiftTesting"]
    let others = modules.filter { !library.contains($0) }
    let sources = (others.isEmpty ? modules : others).flatMap { module in
      let folder = root.appending(path: "Sources/\(module)")
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      return (files?.compactMap { $0 as? URL } ?? [])
        .filter { ["md", "swift"].contains($0.pathExtension) }
        .sorted { $0.path() < $1.path() }
    }
    // The README is about the library itself.
    let readme = others.isEmpty ? [root.appending(path: "README.md")] : []
    let inputs = readme + sources
    let output = context.pluginWorkDirectoryURL.appending(path: "Examples.swift")
    return [
      .buildCommand(
        displayName: "Collecting the examples of the documentation",
        executable: try context.tool(named: "collect-examples").url,
        arguments: [output.path(), modules.joined(separator: ",")] + inputs.map { $0.path() },
        inputFiles: inputs, outputFiles: [output])
    ]
  }
}
