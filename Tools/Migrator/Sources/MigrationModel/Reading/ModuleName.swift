// The module that a file belongs to, according to its path.

/// The target folder (`Sources/X`, `Tests/X`), or else the first folder below the given path.
struct ModuleName: Hashable, Sendable {
  let name: String
  /// Whether this is a target, whose code sees other modules only if it imports them. Other folders
  /// may all belong to one module.
  let isTarget: Bool
  /// Whether this is a test target.
  let isTests: Bool

  /// - Parameters:
  ///   - components: the folders from the given path down to the file.
  ///   - root: the components of the given path, which name the module of a file that is in no
  ///     folder.
  init(below components: [String], root: [String]) {
    let all = root + components
    if let sources = all.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }),
      sources + 1 < all.count
    {
      name = all[sources + 1]
      isTarget = true
      isTests = all[sources] == "Tests"
    } else {
      name = components.first ?? root.last ?? "."
      isTarget = false
      isTests = false
    }
  }
}
