// Code whose rewrite the compiler refuses.

import SwiftSyntax

/// An error that the compiler found in a rewritten file.
package struct CompilerError: Sendable {
  package let path: String
  /// Counted from 1.
  package let line: Int
  package let message: String

  package init(path: String, line: Int, message: String) {
    (self.path, self.line, self.message) = (path, line, message)
  }
}

/// The code whose rewrite the compiler refuses, and how much stays because of that.
struct Refusals: Sendable {
  /// What stays.
  enum Step: Int, Comparable, Sendable {
    /// A function returns a promise, and doesn't become async; nor do those that it calls.
    case function, callees
    /// A unit stays as it is; then everything that it uses, too; then everything of the types that
    /// it or a variable of its names; then the whole file.
    case unit, used, types, file

    static func < (left: Step, right: Step) -> Bool { left.rawValue < right.rawValue }
  }

  /// A function, property or initializer of the original.
  struct Code: Hashable, Sendable {
    let file: String
    /// Its UTF-8 offset.
    let start: Int
    let owner: String?
    let names: Set<String>
  }

  private(set) var steps: [Code: Step] = [:]

  /// Takes the next step for a piece of code.
  ///
  /// - Returns: whether there is one.
  mutating func add(_ code: Code, in possible: ClosedRange<Step>) -> Bool {
    let next = steps[code].map { Step(rawValue: $0.rawValue + 1) } ?? possible.lowerBound
    guard let next, possible.contains(next) else { return false }
    steps[code] = next
    return true
  }

  /// The code that is at one of these steps, in a later text of its file, which has the same names.
  private func ranges(in file: SourceFile, at possible: ClosedRange<Step>) -> [Range<Int>] {
    let found = steps.filter { $0.key.file == file.path && possible.contains($0.value) }.map(\.key)
    if found.isEmpty { return [] }
    return file.pieces.filter { unit in
      found.contains { $0.owner == unit.owner && $0.names == unit.names }
    }.map(\.range)
  }

  /// The functions that must not become async. Code that stays as a whole can call async functions.
  func functions(
    _ files: [Program.File], _ functions: [[AsyncFunction]], _ uses: [FileUses]
  ) -> Set<SyntaxIdentifier> {
    var found: Set<SyntaxIdentifier> = []
    for (file, (functions, uses)) in zip(files, zip(functions, uses)) {
      let own = ranges(in: file.source, at: .function ... .callees)
      for function in functions where own.contains(where: { $0.contains(function.node.offset) }) {
        found.insert(function.id)
      }
      let calling = ranges(in: file.source, at: .callees ... .callees)
      for use in uses.uses where calling.contains(where: { $0.contains(use.call.offset) }) {
        found.insert(use.function)
      }
    }
    return found
  }
}

extension UnitGraph {
  /// The units that stay because the compiler refuses a program's rewrite.
  func units(refusedIn program: Program) -> Set<Int> {
    var found: Set<Int> = []
    for file in program.files.map(\.source) {
      for (code, step) in program.refusals.steps where code.file == file.path && step >= .unit {
        guard let index = unit(at: code.start, in: file) else { continue }
        found.insert(index)
        if step >= .used { found.formUnion(used[index]) }
        if step >= .types { found.formUnion(membersOfTypes(namedBy: index, program)) }
        if step >= .file { found.formUnion(indices(in: file)) }
      }
    }
    return found
  }

  /// The members of the types that a unit names, or that a variable of its names.
  private func membersOfTypes(namedBy index: Int, _ program: Program) -> [Int] {
    let files = Dictionary(program.files.map { ($0.source.path, $0.source) }) { first, _ in first }
    func names(of index: Int) -> Set<String> {
      files[units[index].place.file]?.names(in: units[index].range) ?? []
    }
    var types = names(of: index)
    for other in units.indices
    where units[other].interface == .none && !units[other].names.isDisjoint(with: types) {
      types.formUnion(names(of: other))
    }
    return units.indices.filter { units[$0].owner.map(types.contains) ?? false }
  }
}

extension SourceFile {
  /// The pieces of code that can stay, whether or not they have anything of a library.
  fileprivate var pieces: [Unit] {
    UnitFinder(self, types: [], settlers: [], promiseNames: []).units
  }

  /// The names in a range of UTF-8 offsets.
  fileprivate func names(in range: Range<Int>) -> Set<String> {
    Set(
      tree.tokens(viewMode: .sourceAccurate).filter { range.contains($0.offset) }
        .map(\.identifierText))
  }

  /// The pieces on a line, which is counted from 1. In the head of a type, they are its members.
  func pieces(on line: Int) -> [Refusals.Code] {
    let range = range(ofLine: line)
    let units = pieces
    var found = units.filter { $0.range.overlaps(range) }
    if found.isEmpty,
      let token = tree.token(at: AbsolutePosition(utf8Offset: range.lowerBound)),
      let type = token.ancestorOrSelf(mapping: { $0.asProtocol((any DeclGroupSyntax).self) })
    {
      let whole = type.offset..<type.endPositionBeforeTrailingTrivia.utf8Offset
      found = units.filter { whole.overlaps($0.range) }
    }
    return found.map {
      Refusals.Code(file: path, start: $0.range.lowerBound, owner: $0.owner, names: $0.names)
    }
  }
}
