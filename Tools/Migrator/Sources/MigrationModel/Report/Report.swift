// The report, as written to JSON. Keys are stable and everything is sorted, so that two reports
// differ only where the sources do.

import Foundation

package struct Report: Codable, Sendable {
  /// Increased when the meaning of a key changes.
  package static let currentVersion = 1

  package var version = Report.currentVersion
  package var paths: [String]
  package var files: Int
  package var lines: Int
  /// Files that are compiled in the Swift 5 language mode. Nil in reports of earlier versions.
  package var filesInSwift5: Int?
  package var filesWithSyntaxErrors: [String]
  package var skipped: [SkippedFile]
  package var libraries: [LibraryReport]
  package var callbacks: CallbackReport
  /// The sentences of the reasons that occur, by identifier.
  package var reasons: [String: String]
  /// The progress since an earlier report, if one was given.
  package var progress: Progress?
}

/// A library's figures, in one module or in all.
package struct Figures: Codable, Hashable, Sendable {
  /// Files that import the library.
  package var files = 0
  /// Files by imported module.
  package var imports: [String: Int] = [:]
  package var chains = 0
  package var rewritableChains = 0
  package var links = 0
  package var rewritableLinks = 0
  /// Calls without an operator, which only make, inspect or settle a promise.
  package var calls = 0
  package var rewritableCalls = 0
  /// Links of chains and calls, by name.
  package var operators: [String: Int] = [:]
  package var groups: [String: Int] = [:]
  /// Promises that are made together with a resolver.
  package var resolvers: [String: Int] = [:]
  /// Queues and executors that are passed.
  package var queues: [String: Int] = [:]
  package var handlers = 0
  package var handlersThatTouchSelf = 0
  package var handlersThatHoldSelfWeakly = 0
  /// Functions and properties that return its promises.
  package var declarations = 0
  package var unknown = 0
  /// Chains and calls that are kept, by reason.
  package var kept: [String: Int] = [:]
  /// Chains that are kept because a type isn't `Sendable`, by type.
  package var heldUp: [String: Int]?
  /// The options that would move more, by the number of chains that nothing else holds up.
  package var options: [String: Int]?

  package var keptChains: Int { chains - rewritableChains }
}

package struct LibraryReport: Codable, Sendable {
  package var library: Library
  package var total: Figures
  package var modules: [ModuleReport]
  package var chains: [ChainReport]
  package var calls: [ChainReport]
  package var unknown: [UnknownReport]
  package var declarations: [DeclarationReport]
}

package struct ModuleReport: Codable, Sendable {
  package var module: String
  package var figures: Figures
}

package struct ChainReport: Codable, Sendable {
  package var file: String
  package var line: Int
  package var column: Int
  package var module: String
  package var isRewritable: Bool
  package var head: HeadReport
  package var links: [LinkReport]
}

package struct HeadReport: Codable, Sendable {
  package var name: String
  package var kind: Chain.Head.Kind
  package var rewrite: String?
  package var reason: Reason?
  /// The type or capture that isn't `Sendable`, if that is the reason.
  package var obstacle: String?
  package var queue: String?
}

package struct LinkReport: Codable, Sendable {
  package var name: String
  package var line: Int
  package var column: Int
  package var rewrite: String?
  package var reason: Reason?
  /// The type or capture that isn't `Sendable`, if that is the reason.
  package var obstacle: String?
  package var queue: String?
  package var selfUse: SelfUse?
}

package struct UnknownReport: Codable, Sendable {
  package var file: String
  package var line: Int
  package var column: Int
  package var module: String
  package var name: String
  package var reason: Reason?
}

package struct DeclarationReport: Codable, Sendable {
  package var file: String
  package var line: Int
  package var module: String
  package var name: String
}

package struct CallbackReport: Codable, Sendable {
  package struct Function: Codable, Sendable {
    package var file: String
    package var line: Int
    package var module: String
    package var name: String
    package var shape: String
    package var rewrite: String?
    package var reason: Reason?
  }

  package struct Module: Codable, Sendable {
    package var module: String
    package var functions: Int
    package var rewritable: Int
  }

  package var functions: Int
  package var rewritable: Int
  package var shapes: [String: Int]
  package var modules: [Module]
  package var list: [Function]
}

extension Report {
  /// The report as JSON, with a line break at the end.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
