// What becomes of Google's vocabulary outside of chains: types, resolvers, errors.

import SwiftSyntax

enum GoogleMove {
  static func move(_ file: MovingFile) -> FileMove {
    FileMove()
  }
}
