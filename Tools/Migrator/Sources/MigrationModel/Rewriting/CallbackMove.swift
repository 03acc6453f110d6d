// Functions with a completion handler get a form that gives a promise.

import SwiftSyntax

enum CallbackMove {
  static func move(_ file: MovingFile) -> FileMove {
    FileMove()
  }
}
