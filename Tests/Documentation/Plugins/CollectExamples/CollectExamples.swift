// Collects the documentation's examples in a file to compile.

import Foundation
import PackagePlugin

@main
struct CollectExamples: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL.appending(path: "../..").standardizedFileURL
    if target.name.hasPrefix("Their") {
      return [try theirs(of: target, in: context, root: root)]
    }
    let modules = target.dependencies.compactMap { dependency in
      if case .product(let product) = dependency { product.name } else { nil }
    }
    // Examples of the compatibility modules may use the library, whose own examples are compiled
    // elsewhere.
    let library = [
      "AsyncPromises", "AsyncPromisesSharing", "AsyncPromisesTracking", "AsyncExplorer",
      "AsyncPromisesTesting", "AsyncPromisesSwiftTesting", "AsyncPromisesSwiftUI",
    ]
    let others = modules.filter { !library.contains($0) }
    let sources = (others.isEmpty ? modules : others).flatMap { module in
      files(in: root.appending(path: "Sources/\(module)"), of: "md", "swift")
    }
    // The README is about the library itself.
    let readme = others.isEmpty ? [root.appending(path: "README.md")] : []
    let inputs = readme + sources
    let output = context.pluginWorkDirectoryURL.appending(path: "Examples.swift")
    return [
      .buildCommand(
        displayName: "Collecting the documentation's examples",
        executable: try context.tool(named: "collect-examples").url,
        arguments: [output.path(), modules.joined(separator: ",")] + inputs.map { $0.path() },
        inputFiles: inputs, outputFiles: [output])
    ]
  }

  /// Collects the guides' examples for the original libraries: apps, or bridges.
  private func theirs(
    of target: any Target, in context: PluginContext, root: URL
  ) throws -> Command {
    let modules = ["PromiseKit", "Promises", "BoltsSwift", "RxSwift"]
    let kind = target.name == "TheirApps" ? "apps" : "bridges"
    let inputs =
      files(in: root.appending(path: "Sources"), of: "md") + [root.appending(path: "Migration.md")]
    let folder = context.pluginWorkDirectoryURL
    return .buildCommand(
      displayName: "Collecting the examples for the original libraries",
      executable: try context.tool(named: "collect-examples").url,
      arguments: ["theirs", kind, folder.path(), modules.joined(separator: ",")]
        + inputs.map { $0.path() },
      inputFiles: inputs,
      outputFiles: modules.map { folder.appending(path: "\($0).swift") })
  }

  private func files(in folder: URL, of kinds: String...) -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? [])
      .filter { kinds.contains($0.pathExtension) }
      .sorted { $0.path() < $1.path() }
  }
}
