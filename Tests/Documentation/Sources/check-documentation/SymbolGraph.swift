// Checks that every public symbol has a comment.

import Foundation

/// The public symbols of a module that aren't synthesized, from the compiler.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable {
      let identifier: String
    }

    struct Comment: Decodable {}

    let kind: Kind
    let pathComponents: [String]
    let docComment: Comment?

    /// An extension of another module's type isn't a symbol to document.
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
