// Modules that may have a library's names, without being known to.

import SwiftSyntax

extension Program {
  /// The options that name such modules.
  func aliasOptions(for library: Library) -> [String: Int] {
    aliasCandidates(for: library).reduce(into: [:]) { options, candidate in
      options["--module-alias \(candidate.key)=\(library.rawValue)"] = candidate.value
    }
  }

  /// For `--module-alias`: the modules from which files seem to have the library's promises, by the
  /// number of their chains. Such a file names a promise that the sources don't declare and doesn't
  /// import the library.
  private func aliasCandidates(for library: Library) -> [String: Int] {
    var found: [String: Int] = [:]
    for file in files.map(\.source)
    where file.imports.libraries.isEmpty && !file.imports.modules.contains("AsyncPromises") {
      guard file.tree.identifiers.contains(library == .bolts ? "TaskCompletionSource" : "Promise"),
        !table.isDeclared("Promise")
      else { continue }
      let finder = DistinctiveChains(viewMode: .sourceAccurate)
      finder.walk(file.tree)
      let count = finder.counts[library] ?? 0
      guard count > 0, finder.counts.allSatisfy({ $0.key == library || $0.value < count }) else {
        continue
      }
      for module in file.imports.modules where !Self.systems.contains(module) {
        found[module, default: 0] += count
      }
    }
    return found
  }

  private static let systems: Set<String> = [
    "AppKit", "Cocoa", "Combine", "CoreData", "CoreLocation", "Dispatch", "Foundation",
    "FoundationNetworking", "SwiftUI", "Testing", "UIKit", "XCTest", "os",
  ]
}

/// Counts the chains that have an operator which only one library has.
private final class DistinctiveChains: SyntaxVisitor {
  private(set) var counts: [Library: Int] = [:]

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let expression = ExprSyntax(node)
    guard !expression.isPartOfLongerChain else { return .visitChildren }
    let names = expression.postfixSteps.dropFirst().compactMap(\.name)
    for library in Library.allCases where library != .own {
      if names.contains(where: { LibraryOperator.isDistinctive($0, in: library) }) {
        counts[library, default: 0] += 1
      }
    }
    return .visitChildren
  }
}
