// What the source doesn't reveal, but the user of the tool may assert.

/// A property of a program, or a change that it tolerates, as asserted by its developers.
package enum Assumption: Hashable, Sendable {
  /// The settings that the sources assign (`conf.Q`, `conf.catchPolicy`, `conf.logHandler`,
  /// `DispatchQueue.promises`) have their default values where chains run.
  case defaultSettings
  /// Handlers that ran in the call that settled the promise or added them may run later.
  case laterHandlers
  /// Work may be cancelled along with the task that waits for it, and a group may wait for all its
  /// inputs and cancel them. Then `f().value` becomes `f()`, and a `Promise.all` of calls becomes
  /// one `async let` for each call.
  case structuredTasks
  /// The code is compiled in the Swift 5 language mode, in which using values that aren't
  /// `Sendable` is not an error.
  case swift5
  /// The code must compile in the Swift 6 language mode, whatever its manifest says.
  case swift6
  /// Classes and protocols are used on the main thread only. The rewrite marks them `@MainActor`.
  case mainActor(TypeNames)
  /// Types are safe to share, because they are used only on the main thread by convention or
  /// protect their state. The rewrite marks them `@unchecked Sendable`.
  case sendable(TypeNames)
  /// Work on one of the program's queues can run on a global actor instead.
  case queue(String, actor: String)
  /// A module of the program has the library's names: those who import it and its own files use
  /// them.
  case alias(String, Library)
  /// Code that stays in a file, or in a folder's files, may convert what it gets from code that
  /// moves, although nothing moves there. The text is the end of a path.
  case converting(String)
}

extension Assumption: RawRepresentable {
  private static let plain: [String: Assumption] = [
    "default-settings": .defaultSettings, "later-handlers": .laterHandlers,
    "structured-tasks": .structuredTasks, "swift-5": .swift5,
    "swift-6": .swift6,
  ]

  package init?(rawValue: String) {
    if let plain = Self.plain[rawValue] {
      self = plain
      return
    }
    let parts = rawValue.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let names = TypeNames(String(parts[1])) else { return nil }
    switch parts[0] {
    case "queue":
      let pair = parts[1].split(separator: "=").map(String.init)
      guard pair.count == 2 else { return nil }
      self = .queue(pair[0], actor: pair[1])
    case "module-alias":
      let pair = parts[1].split(separator: "=").map(String.init)
      guard pair.count == 2, let library = Library(rawValue: pair[1]),
        Library.allCases.contains(library)
      else { return nil }
      self = .alias(pair[0], library)
    case "convert": self = .converting(String(parts[1]))
    case "main-actor": self = .mainActor(names)
    case "sendable": self = .sendable(names)
    default: return nil
    }
  }

  package var rawValue: String {
    switch self {
    case .defaultSettings: "default-settings"
    case .laterHandlers: "later-handlers"
    case .structuredTasks: "structured-tasks"
    case .swift5: "swift-5"
    case .swift6: "swift-6"
    case .mainActor(let names): "main-actor:\(names.text)"
    case .sendable(let names): "sendable:\(names.text)"
    case .queue(let queue, let actor): "queue:\(queue)=\(actor)"
    case .alias(let module, let library): "module-alias:\(module)=\(library.rawValue)"
    case .converting(let path): "convert:\(path)"
    }
  }
}

extension Set<Assumption> {
  /// Whether a file may be changed only to convert what it gets from other files.
  func mayConvert(in path: String) -> Bool {
    contains { assumption in
      guard case .converting(let end) = assumption else { return false }
      let part = "/\(end.split(separator: "/").joined(separator: "/"))"
      return "/\(path)".hasSuffix(part) || "/\(path)".contains(part + "/")
    }
  }
}

/// Names of types, separated by commas. A `*` stands for any number of characters.
package struct TypeNames: Hashable, Sendable {
  let text: String
  private var patterns: [Substring] { text.split(separator: ",") }

  /// Nil if there are no names.
  package init?(_ text: String) {
    self.text = text
    if patterns.isEmpty { return nil }
  }

  /// Whether one of the names matches a type's name or path: `Inner` or `Outer.Inner`.
  func match(_ name: String, path: String) -> Bool {
    patterns.contains { Self.matches($0, name[...]) || Self.matches($0, path[...]) }
  }

  /// Whether one of the names is a type's path.
  func name(_ path: String) -> Bool { patterns.contains(path[...]) }

  private static func matches(_ pattern: Substring, _ name: Substring) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    if first != "*" {
      return name.first == first && matches(pattern.dropFirst(), name.dropFirst())
    }
    return matches(pattern.dropFirst(), name)
      || (!name.isEmpty && matches(pattern, name.dropFirst()))
  }
}
