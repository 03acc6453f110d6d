// Every public symbol has a comment.

import Foundation

/// What the compiler knows of a module: those of its public symbols that somebody wrote.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable {
      let identifier: String
    }

    struct Comment: Decodable {}

    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?

    /// An extension of somebody else's type is not a symbol of its own.
    var isUndocumented: Bool { docComment == nil && kind.identifier != "swift.extension" }
  }

  let symbols: [Symbol]

  static func problems(in folder: URL) throws -> [String] {
    let symbols = try files(in: folder, "json").flatMap { file in
      try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file)).symbols
    }
    print("\(symbols.count) public symbols")
    return symbols.filter(\.isUndocumented).map {
      "\($0.pathComponents.joined(separator: ".")) has no documentation comment"
    }
  }
}
