// What becomes of PromiseKit's vocabulary outside of chains: types, resolvers, errors.

import SwiftSyntax

enum PromiseKitMove {
  static func move(_ file: MovingFile) -> FileMove {
    FileMove()
  }
}
