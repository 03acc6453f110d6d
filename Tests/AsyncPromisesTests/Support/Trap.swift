// Checks the message that a process ends with.

import Foundation
import Testing

extension ExitTest.Result? {
  /// Whether the process printed the sentence. An optimized build traps without one.
  func says(_ sentence: String) -> Bool {
    #if DEBUG
      String(decoding: self?.standardErrorContent ?? [], as: UTF8.self).contains(sentence)
    #else
      self != nil
    #endif
  }
}
