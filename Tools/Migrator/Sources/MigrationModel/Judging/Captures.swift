// What closures capture, and whether the compiler accepts it.

import SwiftSyntax

extension Typer {
  /// Whether the compiler lets a closure run concurrently with the code that forms it: it must not
  /// use a local variable or, off the main actor, a function or object that isn't `Sendable`.
  func mayLeaveItsThread(_ closure: ClosureExprSyntax) -> Bool {
    if file.isSwift5 { return true }
    let isIsolated = isOnMainActor(Syntax(closure))
    let captured = Set(closure.signature?.capture?.items.map(\.name.text) ?? [])
    for name in NameReader.names(in: closure) where !name.text.hasPrefix("$") {
      let resolution = resolve(name.text, call: name.call, at: name.node)
      guard case .local(let id) = resolution.origin, !closure.contains(id),
        let declaration = Syntax(name.node).localDeclaration(id)
      else { continue }
      if let binding = declaration.as(PatternBindingSyntax.self) {
        let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
        let isVariable = variable?.bindingSpecifier.tokenKind == .keyword(.var)
        if isVariable, !captured.contains(name.text) { return false }
      } else if let parameter = declaration.as(FunctionParameterSyntax.self) {
        if parameter.type.isInOut { return false }
        if !isIsolated, parameter.type.functionType != nil, !parameter.type.isSendable {
          return false
        }
      } else if declaration.is(FunctionDeclSyntax.self), !isIsolated {
        return false
      }
    }
    return isIsolated || selfUse(of: closure) == .none
      || !isNotSendable(selfShape(at: Syntax(closure)))
  }
}

extension TypeSyntax {
  fileprivate var isInOut: Bool {
    guard let attributed = self.as(AttributedTypeSyntax.self) else { return false }
    return attributed.specifiers.contains { $0.trimmedDescription == "inout" }
  }

  /// Whether the type is marked as sendable, as in `@Sendable () -> Void` or `@unchecked Sendable`.
  fileprivate var isSendable: Bool {
    if nameWithoutArguments == "Sendable" { return true }
    guard let attributed = self.as(AttributedTypeSyntax.self) else { return false }
    return attributed.attributes.names("Sendable") || attributed.attributes.names("MainActor")
      || attributed.baseType.isSendable
  }
}

extension Syntax {
  /// The declaration of a local name in the code around this node.
  fileprivate func localDeclaration(_ id: SyntaxIdentifier) -> Syntax? {
    var current = parent
    while let here = current {
      let candidates: [Syntax] =
        switch here.as(SyntaxEnum.self) {
        case .codeBlockItemList(let list):
          list.flatMap { item -> [Syntax] in
            if let variable = item.item.as(VariableDeclSyntax.self) {
              return variable.bindings.map { Syntax($0) }
            }
            return [Syntax(item.item)]
          }
        case .functionDecl(let function):
          function.signature.parameterClause.parameters.map { Syntax($0) }
        case .initializerDecl(let initializer):
          initializer.signature.parameterClause.parameters.map { Syntax($0) }
        default: []
        }
      if let found = candidates.first(where: { $0.id == id }) { return found }
      current = here.parent
    }
    return nil
  }
}
