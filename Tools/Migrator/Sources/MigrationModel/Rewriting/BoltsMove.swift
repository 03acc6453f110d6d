// What becomes of Bolts's vocabulary outside of chains: types, resolvers, errors.

import SwiftSyntax

enum BoltsMove {
  static func move(_ file: MovingFile) -> FileMove {
    FileMove()
  }
}
