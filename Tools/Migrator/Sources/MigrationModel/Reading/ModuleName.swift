// The module that a file belongs to, as its path tells.

/// The target folder (`Sources/X`, `Tests/X`), or else the first folder below the given path.
struct ModuleName: Hashable, Sendable {
  let name: String
  /// A target's code sees other modules by import alone. Folders may all be of one module.
  let isTarget: Bool
  /// Tests may set what the program never does.
  let isTests: Bool

  /// - Parameters:
  ///   - components: the path's folders from the root of the given path, without the file.
  ///   - root: names what lies in no folder.
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
