// What a rewrite declares, once in each module.

import SwiftSyntax

extension PromisesMove {
  /// Leaves a declaration that several files of a module need to the first of them, unless the
  /// module has it already. Each file has its own if they are in folders that may be modules.
  static func sharing(_ plans: [MovePlan], _ table: DeclarationTable) -> [MovePlan] {
    var plans = plans
    lazy var groups = FolderGroups(plans.map(\.source), table)
    for files in Dictionary(grouping: plans.indices, by: { plans[$0].module.target }).values {
      var users: [Edits.Declaration: [Int]] = [:]
      for index in files.sorted(by: { plans[$0].path < plans[$1].path }) {
        for one in plans[index].declared { users[one, default: []].append(index) }
      }
      for (declaration, users) in users {
        let isKnown = table.declares(declaration, in: plans[users[0]].module)
        guard isKnown || users.count > 1 else { continue }
        let folders = Set(users.map { plans[$0].module })
        guard isKnown || folders.count == 1 || Set(folders.map { groups.first($0) }).count == 1
        else { continue }
        for (position, index) in users.enumerated() {
          plans[index].share(declaration, isHere: position == 0 && !isKnown)
        }
      }
    }
    return plans
  }
}

/// Folders that are certainly of one module, because their files use each other's types without an
/// import.
private struct FolderGroups {
  private var parents: [ModuleName: ModuleName] = [:]

  init(_ files: [SourceFile], _ table: DeclarationTable) {
    let declared = table.types.compactMap { path, entries -> (String, ModuleName)? in
      let folders = Set(entries.filter { !$0.content.isExtension }.map(\.module))
      guard !path.contains("."), folders.count == 1, let only = folders.first else { return nil }
      return (path, only)
    }
    let folders = Dictionary(declared) { first, _ in first }
    for file in files where !file.module.isTarget {
      let names = file.tree.identifiers
      let others = Dictionary(grouping: names.filter { folders[$0] != nil }) { folders[$0] }
      for case (let other?, let used) in others
      where !other.isTarget && other != file.module && !file.imports.modules.contains(other.name)
        // A single name may be another module's.
        && used.count > 1
      {
        parents[first(other)] = first(file.module)
      }
    }
  }

  /// The folder that stands for all of a group.
  func first(_ folder: ModuleName) -> ModuleName {
    var folder = folder
    while let next = parents[folder], next != folder { folder = next }
    return folder
  }
}

extension Edits {
  /// A member, in an extension.
  struct Declaration: Hashable {
    let extended: String
    let member: String
  }

  var declared: [Declaration] {
    declarations.flatMap { extended, members in
      members.map { Declaration(extended: extended, member: $0) }
    }
  }

  /// Declares a member for the whole module, or leaves it to another file.
  mutating func share(_ declaration: Declaration, isHere: Bool) {
    withdraw(declaration)
    guard isHere else { return }
    declare(declaration.member.replacing("fileprivate ", with: ""), in: declaration.extended)
  }
}

extension DeclarationTable {
  /// Whether all files of a module see such a member.
  fileprivate func declares(_ declaration: Edits.Declaration, in module: ModuleName) -> Bool {
    let words = declaration.member.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let type = declaration.extended.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    guard let keyword = words.lastIndex(where: { ["func", "var"].contains($0) }) else {
      return false
    }
    let name = words[keyword + 1]
    return members[type]?[name]?.contains {
      !$0.content.isFilePrivate && $0.content.context.file.module.target == module.target
    } ?? false
  }
}

extension ModuleName {
  /// Nil for folders that may all belong to one module.
  fileprivate var target: String? { isTarget ? name : nil }
}
