// The code that stays.

import SwiftSyntax

/// The units that stay, with everything that they use.
struct Holding: Sendable {
  static let none = Holding()

  /// The members that they declare, and their places in each file.
  private(set) var nodes: Set<SyntaxIdentifier> = []
  private(set) var ranges: [String: [Range<Int>]] = [:]
  /// The files in which everything with the library's types stays.
  private(set) var wholeFiles: Set<String> = []
  /// Whether some of it cancels promises with PromiseKit's error.
  var cancels = false

  private init() {}

  init(_ units: [Unit], held: Set<Int>) {
    var moving: Set<String> = []
    for (index, unit) in units.enumerated() {
      if held.contains(index) {
        nodes.formUnion(unit.nodes)
        ranges[unit.place.file, default: []].append(unit.range)
      } else if unit.namesLibrary {
        moving.insert(unit.place.file)
      }
    }
    wholeFiles = Set(ranges.keys).subtracting(moving)
  }

  func holds(_ offset: Int, in file: SourceFile) -> Bool {
    ranges[file.path]?.contains { $0.contains(offset) } ?? false
  }
}

/// Finds what cancels promises with PromiseKit's error, unless it moves.
final class CancellationFinder: SyntaxVisitor {
  private let edits: Edits
  private var isFound = false

  static func finds(in tree: SourceFileSyntax, notMovedBy edits: Edits) -> Bool {
    let finder = CancellationFinder(edits)
    finder.walk(tree)
    return finder.isFound
  }

  private init(_ edits: Edits) {
    self.edits = edits
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.declName.baseName.text {
    case "cancelled":
      let isMade =
        node.base?.trimmedDescription == "PMKError"
        && node.parent?.is(ExpressionPatternSyntax.self) != true
      isFound = isFound || isMade && !edits.change(node)
    case "cancellize": isFound = true
    default: break
    }
    return .visitChildren
  }
}
