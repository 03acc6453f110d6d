// The description of a fault.

/// A mistake that a person could make in the library, and the race that must catch it.
package struct Fault: Sendable {
  package let name: String
  /// The name of the race under `Tests/ExplorationTests/Races`.
  package let race: String
  /// Whether the fault is only in the order of plain accesses. The reduction ignores these, so
  /// finding the fault takes a search without reduction.
  package let isPlain: Bool
  package let edits: [Edit]

  init(_ name: String, caughtBy race: String, isPlain: Bool = false, _ edits: Edit...) {
    (self.name, self.race, self.isPlain, self.edits) = (name, race, isPlain, edits)
  }

  package static let all: [Fault] =
    settling + links + lists + following + groups + handlers + diagnostics + releases
    + oneThread + lateValues + places + caches
}

/// One place in the sources of a module, and its replacement.
///
/// Whitespace in `prefix` and `old` matches any whitespace, and comments, so that line
/// breaks, and comments between the lines, don't matter.
package struct Edit: Sendable {
  /// What an edit replaces.
  package enum Part: Sendable {
    case expression
    /// Complete statements that declare nothing that later statements use.
    case statements
  }

  package let part: Part
  package let module: String
  /// The path of the file inside the module's sources.
  package let file: String
  /// The text right before the old text, if the old text alone is not unique in its file.
  package let prefix: String
  package let old: String
  package let new: String

  static func expression(
    of module: String = "AsyncPromises", in file: String, after prefix: String = "",
    _ old: String, becomes new: String
  ) -> Edit {
    Edit(part: .expression, module: module, file: file, prefix: prefix, old: old, new: new)
  }

  static func statements(
    of module: String = "AsyncPromises", in file: String, after prefix: String = "",
    _ old: String, become new: String
  ) -> Edit {
    Edit(part: .statements, module: module, file: file, prefix: prefix, old: old, new: new)
  }
}
