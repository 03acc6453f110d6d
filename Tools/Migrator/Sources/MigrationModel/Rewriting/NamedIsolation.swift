// The isolation of methods that become generic over `Sendable` values.

import SwiftSyntax

/// Names the main actor at a method whose class has it from another module.
///
/// In debug builds, Swift 6.3 spells the method's symbol differently in the file of a subclass, and
/// the program doesn't link: a class that UIKit's classes isolate doesn't spell `Sendable`, but the
/// file of the subclass doesn't know of the isolation yet.
final class IsolationNamer: SyntaxVisitor {
  private let typer: Typer
  private let moved: Edits
  private var edits = Edits()

  static func edits(in typer: Typer, beside moved: Edits) -> Edits {
    let namer = IsolationNamer(typer, moved)
    namer.walk(typer.file.tree)
    return namer.edits
  }

  private init(_ typer: Typer, _ moved: Edits) {
    (self.typer, self.moved) = (typer, moved)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let generics = node.genericParameterClause, becomesSendable(generics),
      !node.attributes.isMainActor, !node.attributes.mayIsolate,
      ![.final, .private, .fileprivate, .static].contains(where: { node.modifiers.has($0) }),
      let owner = node.parent?.parent?.parent?.parent?.as(ClassDeclSyntax.self),
      !owner.modifiers.has(.final), inherits(owner), typer.isOnMainActor(Syntax(node))
    else { return .visitChildren }
    edits.begin("@MainActor ", before: node)
    return .visitChildren
  }

  /// Whether a class has its isolation, if any, from a class of another module.
  private func inherits(_ first: ClassDeclSyntax) -> Bool {
    var current: ClassDeclSyntax? = first
    var seen: Set<SyntaxIdentifier> = []
    while let here = current, seen.insert(here.id).inserted, !here.attributes.isMainActor {
      guard let above = here.inheritanceClause?.inheritedTypes.first?.type.bare else {
        return false
      }
      let context = typer.context(of: Syntax(first))
      guard let path = typer.resolver.path(of: above.nameWithoutArguments, in: context) else {
        return true
      }
      current =
        typer.table.types[path]?.lazy
        .compactMap { $0.content.node.as(ClassDeclSyntax.self) }.first
    }
    return false
  }

  private func becomesSendable(_ clause: GenericParameterClauseSyntax) -> Bool {
    let range = clause.offset...clause.endPositionBeforeTrailingTrivia.utf8Offset
    return moved.list.contains {
      range.contains($0.range.lowerBound) && $0.text.hasSuffix("Sendable")
    }
  }
}
