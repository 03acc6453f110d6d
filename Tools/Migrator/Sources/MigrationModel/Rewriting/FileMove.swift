// The rewrite of one file.

import SwiftSyntax

/// The edits to a file outside its chains.
struct FileMove {
  var edits = Edits()
  /// Whether the file still uses the library, and so must import its facade.
  var needsLibrary = false
  /// Whether a type or a name of the library becomes this library's.
  var moves = false
  /// Bodies in which nothing moves.
  var frozen: [Range<Int>] = []
  var kept: [Kept] = []
  /// Where the rewrite would mean something else, or not compile.
  var hazards: [Int] = []
  var identities: [Identity] = []
}

/// Code that is left as it is.
package struct Kept: Hashable, Sendable, Comparable {
  package let place: Place
  package let name: String
  package let reason: Reason
  /// The type or capture that isn't `Sendable`, if that is the reason.
  package var obstacle: Obstacle?
  /// How many other declarations stay because of it.
  package var others = 0

  /// The reason as a sentence.
  package var sentence: String { obstacle?.sentence ?? reason.sentence }

  package static func < (left: Kept, right: Kept) -> Bool {
    (left.place, left.name) < (right.place, right.name)
  }
}

/// A file of a program that is being rewritten.
struct MovingFile {
  let source: SourceFile
  let typer: Typer
  let facts: Facts
  let members: [Member]
}
