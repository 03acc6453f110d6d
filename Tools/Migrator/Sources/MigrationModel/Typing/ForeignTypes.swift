// Types of which the sources say only the name.

import SwiftSyntax

extension Typer {
  /// The type of a value, if the sources don't declare it. It is named, or made by its initializer,
  /// as in `let desk = Desk()`.
  func foreignType(of expression: ExprSyntax) -> String? {
    if case .named(let type) = shape(of: expression).unwrapped {
      return table.isDeclared(type) ? nil : type
    }
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      return foreignType(of: reference)
    }
    guard let (step, base) = expression.lastStep else { return nil }
    switch step.kind {
    case .function(let call):
      guard let name = call.calledName?.name, name.first?.isUppercase == true else { return nil }
      return resolve(name, call: call, at: call).origin == .unknown ? name : nil
    case .unwrap, .conditional: return base.flatMap { foreignType(of: $0) }
    case .member(let access, nil):
      let owner = access.base.map { shape(of: $0) } ?? .unknown
      let name = access.declName.baseName.identifierText
      return foreignType(of: declaredMembers(name, nil, on: owner, isStatic: nil).first)
    default: return nil
    }
  }

  private func foreignType(of reference: DeclReferenceExprSyntax) -> String? {
    let name = reference.baseName.identifierText
    switch resolve(name, at: reference).origin {
    case .member:
      let owner = selfShape(at: Syntax(reference))
      return foreignType(of: declaredMembers(name, nil, on: owner, isStatic: nil).first)
    case .global: return foreignType(of: table.members[""]?[name]?.first?.content)
    case .local: return initialValue(of: reference).flatMap { foreignType(of: $0) }
    default: return nil
    }
  }

  private func foreignType(of member: Member?) -> String? {
    guard let member, member.type == nil, let value = member.value else { return nil }
    let isHere = member.context.file === file
    return (isHere ? self : Typer(member.context.file, table)).foreignType(of: value)
  }

  /// Whether an expression is a member of such a type, which the sources don't extend with it.
  func isForeign(_ expression: ExprSyntax) -> Bool {
    guard let (step, base) = expression.lastStep, let name = step.name,
      let type = base.flatMap({ foreignType(of: $0) })
    else { return false }
    return declaredMembers(name, nil, on: .named(type), isStatic: nil).isEmpty
  }
}
