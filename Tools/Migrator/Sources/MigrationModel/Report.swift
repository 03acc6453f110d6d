// The report as it is written as JSON: stable keys, everything sorted, so that two reports differ
// only where the sources do.

import Foundation

public struct Report: Codable, Sendable {
  /// Raised when a key changes its meaning.
  public static let currentVersion = 1

  public var version = Report.currentVersion
  public var paths: [String]
  public var files: Int
  public var lines: Int
  public var filesWithSyntaxErrors: [String]
  public var skipped: [SkippedFile]
  public var libraries: [LibraryReport]
  public var callbacks: CallbackReport
  /// By identifier, the sentences of the reasons that occur.
  public var reasons: [String: String]
  /// Since an earlier report, if there was one.
  public var progress: Progress?
}

/// What a library has in a module, or in all.
public struct Figures: Codable, Hashable, Sendable {
  /// Files that import the library.
  public var files = 0
  /// Files by imported module.
  public var imports: [String: Int] = [:]
  public var chains = 0
  public var rewritableChains = 0
  public var links = 0
  public var rewritableLinks = 0
  /// Calls without an operator: what makes a promise, looks at one, or settles one.
  public var calls = 0
  public var rewritableCalls = 0
  /// Links of chains and calls, by name.
  public var operators: [String: Int] = [:]
  public var groups: [String: Int] = [:]
  /// Promises that come with the means to settle them.
  public var resolvers: [String: Int] = [:]
  /// Queues and executors that are named.
  public var queues: [String: Int] = [:]
  public var handlers = 0
  public var handlersThatTouchSelf = 0
  public var handlersThatHoldSelfWeakly = 0
  /// Functions and properties that give its promises.
  public var declarations = 0
  public var unknown = 0
  /// Chains and calls that stay as they are, by each reason.
  public var kept: [String: Int] = [:]

  public var keptChains: Int { chains - rewritableChains }
}

public struct LibraryReport: Codable, Sendable {
  public var library: Library
  public var total: Figures
  public var modules: [ModuleReport]
  public var chains: [ChainReport]
  public var calls: [ChainReport]
  public var unknown: [UnknownReport]
  public var declarations: [DeclarationReport]
}

public struct ModuleReport: Codable, Sendable {
  public var module: String
  public var figures: Figures
}

public struct ChainReport: Codable, Sendable {
  public var file: String
  public var line: Int
  public var column: Int
  public var module: String
  public var isRewritable: Bool
  public var head: HeadReport
  public var links: [LinkReport]
}

public struct HeadReport: Codable, Sendable {
  public var name: String
  public var kind: Chain.Head.Kind
  public var rewrite: String?
  public var reason: Reason?
  public var queue: String?
}

public struct LinkReport: Codable, Sendable {
  public var name: String
  public var line: Int
  public var column: Int
  public var rewrite: String?
  public var reason: Reason?
  public var queue: String?
  public var selfUse: SelfUse?
}

public struct UnknownReport: Codable, Sendable {
  public var file: String
  public var line: Int
  public var column: Int
  public var module: String
  public var name: String
  public var reason: Reason?
}

public struct DeclarationReport: Codable, Sendable {
  public var file: String
  public var line: Int
  public var module: String
  public var name: String
}

public struct CallbackReport: Codable, Sendable {
  public struct Function: Codable, Sendable {
    public var file: String
    public var line: Int
    public var module: String
    public var name: String
    public var shape: String
    public var rewrite: String?
    public var reason: Reason?
  }

  public struct Module: Codable, Sendable {
    public var module: String
    public var functions: Int
    public var rewritable: Int
  }

  public var functions: Int
  public var rewritable: Int
  public var shapes: [String: Int]
  public var modules: [Module]
  public var list: [Function]
}

extension Report {
  /// The report as JSON, with a line break at the end.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
