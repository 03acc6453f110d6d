// Adds a promise form to functions with a completion handler.

import SwiftSyntax

enum CallbackMove {
  static func move(_ file: MovingFile) -> FileMove {
    var move = FileMove()
    var requirements:
      [SyntaxIdentifier: (owner: ProtocolDeclSyntax, path: String, [CallbackForm])] =
        [:]
    for member in file.members {
      guard let callback = CallbackFunction(member, file.typer) else { continue }
      let place = file.source.place(of: member.namePlace)
      guard let form = callback.form else {
        if let reason = callback.verdict.reason {
          move.kept.append(Kept(place: place, name: member.fullName, reason: reason))
        }
        continue
      }
      switch file.typer.existing(form, of: member) {
      case .form: continue
      case .other:
        move.kept.append(Kept(place: place, name: member.fullName, reason: .callbackOverload))
        continue
      case nil: break
      }
      if let owner = form.function.enclosingProtocol {
        let path = member.context.path.joined(separator: ".")
        requirements[owner.id, default: (owner, path, [])].2.append(form)
      } else {
        move.edits.add(
          after: Syntax(form.function), form.text(indentation: form.function.indentation ?? ""))
      }
    }
    for (_, (owner, path, forms)) in requirements.sorted(by: { $0.value.path < $1.value.path }) {
      let access =
        owner.modifiers.map(\.trimmedDescription)
        .first { ["public", "package"].contains($0) } ?? ""
      let body = forms.map { $0.text(indentation: "  ", in: access) }.joined(separator: "\n\n")
      move.edits.add(after: owner.outermost, "extension \(path) {\n\(body)\n}")
    }
    if !move.edits.list.isEmpty { move.edits.add(ImportMove.ownImport(in: file.source.tree)) }
    return move
  }
}

extension Edits {
  /// Adds a declaration after another, with a blank line between them.
  fileprivate mutating func add(after node: Syntax, _ text: String) {
    let next = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
    let ends: [TokenKind] = [.rightBrace, .endOfFile, .poundElse, .poundElseif, .poundEndif]
    let isLast = next.map { ends.contains($0.tokenKind) } ?? true
    let isApart =
      next?.leadingTrivia.first.map { piece in
        if case .newlines(let count) = piece { count > 1 } else { false }
      } ?? false
    insert("\n\n\(text)\(isLast || isApart ? "" : "\n")", at: node.endPosition)
  }
}

extension Typer {
  fileprivate enum Existing { case form, other }

  /// An existing function with the name and parameters of a form.
  fileprivate func existing(_ form: CallbackForm, of member: Member) -> Existing? {
    let owner = member.context.path.joined(separator: ".")
    let name = form.function.name.identifierText
    if isInherited(form, of: member) { return .form }
    let others = table.visible(table.members[owner]?[name], from: file).filter {
      $0.kind == .function && $0.isStatic == member.isStatic
        && $0.parameters.map(\.label) == form.labels && $0.node.id != member.node.id
    }
    guard !others.isEmpty else { return nil }
    let isForm = others.contains { other in
      let function = other.node.as(FunctionDeclSyntax.self)
      let type = other.type?.nameWithoutArguments ?? ""
      return function?.signature.effectSpecifiers?.asyncSpecifier != nil
        || ["Promise", "Guarantee", "Task"].contains(type.split(separator: ".").last ?? "")
    }
    return isForm ? .form : .other
  }

  /// Whether the form is inherited, from a protocol in the sources that requires the function, or
  /// from the class whose function this one overrides.
  private func isInherited(_ form: CallbackForm, of member: Member) -> Bool {
    let owner = member.context.path.joined(separator: ".")
    let labels = member.parameters.map(\.label)
    return table.visible(table.types[owner], from: file).contains { type in
      type.inherited.contains { inherited in
        guard let path = resolver.path(of: inherited.nameWithoutArguments, in: type.context) else {
          return false
        }
        return table.visible(table.members[path]?[member.name], from: file).contains { other in
          other.parameters.map(\.label) == labels && other.isStatic == member.isStatic
            && (form.function.modifiers.has(.override)
              || other.node.as(FunctionDeclSyntax.self)?.enclosingProtocol != nil)
            && CallbackFunction(other, self)?.form != nil
        }
      }
    }
  }
}

extension FunctionDeclSyntax {
  /// The protocol that the function is a requirement of.
  var enclosingProtocol: ProtocolDeclSyntax? {
    var current = parent
    while let here = current {
      if let owner = here.as(ProtocolDeclSyntax.self) { return owner }
      if here.isProtocol((any DeclGroupSyntax).self) { return nil }
      current = here.parent
    }
    return nil
  }
}

extension SyntaxProtocol {
  /// The outermost declaration around the node.
  fileprivate var outermost: Syntax {
    var node = Syntax(self)
    while let parent = node.parent, !parent.is(SourceFileSyntax.self) {
      if parent.is(CodeBlockItemSyntax.self) { return node }
      node = parent
    }
    return node
  }
}
