// What a rewrite declares, once in each module.

import SwiftSyntax

extension PromisesMove {
  /// Leaves a declaration that several files of a module need to the first of them, unless the
  /// module has it already. Each file has its own if they are in folders that may or may not be
  /// modules.
  static func sharing(_ plans: [Plan], _ table: DeclarationTable) -> [Plan] {
    var plans = plans
    for files in Dictionary(grouping: plans.indices, by: { plans[$0].module.target }).values {
      var users: [Edits.Declaration: [Int]] = [:]
      for index in files.sorted(by: { plans[$0].path < plans[$1].path }) {
        for one in plans[index].declared { users[one, default: []].append(index) }
      }
      for (declaration, users) in users {
        let isKnown = table.declares(declaration, in: plans[users[0]].module)
        let folders = Set(users.map { plans[$0].module })
        guard isKnown || users.count > 1 && folders.count == 1 else { continue }
        for (position, index) in users.enumerated() {
          plans[index].share(declaration, isHere: position == 0 && !isKnown)
        }
      }
    }
    return plans
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
