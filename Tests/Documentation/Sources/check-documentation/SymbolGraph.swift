// Checks that every public symbol has a comment.

import Foundation

/// A module's public symbols from the compiler, without the synthesized ones.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable {
      let identifier: String
    }

    struct Comment: Decodable {}

    struct Location: Decodable {
      let uri: String
    }

    struct Signature: Decodable {
      struct Parameter: Decodable {
        struct Fragment: Decodable {
          let spelling: String
        }

        let name: String
        let declarationFragments: [Fragment]?

        var isClosure: Bool {
          (declarationFragments ?? []).map(\.spelling).joined().contains("->")
        }
      }

      let parameters: [Parameter]?
    }

    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?
    let location: Location?
    let functionSignature: Signature?

    /// The names of the parameters that are closures.
    var closures: [String] {
      (functionSignature?.parameters ?? []).filter(\.isClosure).map(\.name)
    }

    /// The qualified name, such as `Promise.mapError(fileID:line:_:)`.
    var path: String { pathComponents.joined(separator: ".") }
    /// The name of its file, without the extension.
    var stem: String? {
      location.map { URL(filePath: $0.uri).deletingPathExtension().lastPathComponent }
    }

    /// Whether it is a call or a property that belongs in the table of operators.
    var isCall: Bool {
      let kinds = ["method", "type.method", "init", "property", "type.property", "func"]
      return kinds.contains { kind.identifier == "swift.\($0)" }
        && !Operator.otherTypes.contains(pathComponents[0])
    }

    /// An extension of another module's type isn't a symbol to document.
    var isUndocumented: Bool { docComment == nil && kind.identifier != "swift.extension" }
  }

  let symbols: [Symbol]

  /// The public calls of the library itself.
  static func calls(in folder: URL) throws -> [Symbol] {
    try library(in: folder).filter(\.isCall)
  }

  /// All public symbols of the library itself, and of what its callers share.
  static func library(in folder: URL) throws -> [Symbol] {
    try ["AsyncPromises", "AsyncPromisesSharing"].flatMap {
      try all(in: folder.appending(path: $0))
    }
  }

  private static func all(in folder: URL) throws -> [Symbol] {
    try files(in: folder, "json").flatMap { file in
      try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file)).symbols
    }
  }

  static func problems(in folder: URL) throws -> [String] {
    let symbols = try all(in: folder)
    print("\(symbols.count) public symbols")
    return symbols.filter(\.isUndocumented).map {
      "\($0.path) has no documentation comment"
    }
  }
}
