// Functions that give promises of this library become async functions.

import SwiftSyntax

enum AsyncMove {
  struct Result: Sendable {
    /// In the order of the program's files.
    var texts: [String]
    var kept: [Kept]
  }

  static func run(_ program: Program, threads: Int) -> Result {
    Result(texts: program.files.map(\.source.text), kept: [])
  }
}
