// Promises that the facade gives to closures of links that stay.

import SwiftSyntax

/// Converts a promise of the facade where it is passed to code that moves.
final class FacadeValues: SyntaxVisitor {
  private let typer: Typer
  private let library: Library
  private var edits = Edits()

  static func edits(in typer: Typer, _ library: Library) -> Edits {
    let finder = FacadeValues(typer, library)
    if !typer.notes.keptClosures.isEmpty { finder.walk(typer.file.tree) }
    return finder.edits
  }

  private init(_ typer: Typer, _ library: Library) {
    (self.typer, self.library) = (typer, library)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    // The list's own `filter` would make another list, with other positions.
    let given = Array(node.arguments).filter {
      typer.shape(of: $0.expression) == .named(library.facadePromise)
    }
    if given.isEmpty { return .visitChildren }
    let members = typer.calledMembers(node).filter { !typer.isHeld($0) }
    for argument in given {
      let isTaken = members.contains { member in
        member.parameters.contains {
          $0.label == argument.label?.identifierText
            && typer.resolver.shape(of: $0.type, in: member.context).promiseType?.library == library
        }
      }
      if isTaken { edits.insert(".asyncPromise", after: argument.expression) }
    }
    return .visitChildren
  }
}
