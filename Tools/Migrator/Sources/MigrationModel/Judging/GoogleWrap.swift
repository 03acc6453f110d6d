// `wrap`: the handler becomes a closure that settles a resolver, even with nil.

import SwiftSyntax

enum GoogleWrap {
  static func judge(_ call: FunctionCallExprSyntax, _ site: LinkSite) -> Verdict {
    guard let closure = site.closure, call.additionalTrailingClosures.isEmpty,
      let name = handlerName(of: closure),
      let use = only(name.text, in: closure, site.typer),
      let handler = handler(for: use, site.typer)
    else { return .kept(.wrapOptional) }
    let resolver = closure.freeName("resolver")
    return GoogleResolver.later(call, site, closure) { edits in
      edits.replace(call.calledExpression, with: "Promise<\(handler.value)>")
      if let token = name.token {
        edits.replace(token, with: resolver)
      } else {
        edits.open(closure, with: "\(resolver) in")
      }
      edits.replace(use, with: handler.text(resolver))
    }
  }

  private static func handlerName(
    of closure: ClosureExprSyntax
  ) -> (text: String, token: TokenSyntax?)? {
    if closure.signature == nil { return ("$0", nil) }
    guard let names = closure.bareParameters, names.count == 1, let only = names.first else {
      return nil
    }
    return (only.name.identifierText, only.name)
  }

  /// The only use of the handler, which passes it on.
  private static func only(
    _ name: String, in closure: ClosureExprSyntax, _ typer: Typer
  ) -> DeclReferenceExprSyntax? {
    let uses = NameReader.names(in: closure.statements).filter { use in
      use.text == name && typer.resolve(name, at: use.node).origin == .local(closure.id)
    }
    guard uses.count == 1, let use = uses.first, use.call == nil,
      !CaptureFinder.finds([name], in: closure.statements)
    else { return nil }
    return use.node
  }

  struct Handler {
    let value: String
    let parameters: String
    let result: String

    /// - Parameter resolver: the name of the resolver that settles the promise.
    func text(_ resolver: String) -> String {
      let fulfill = "\(resolver).fulfill(\(result))"
      guard parameters.contains("error") else { return "{ @Sendable \(parameters) in \(fulfill) }" }
      let settle = "if let error { \(resolver).reject(error) } else { \(fulfill) }"
      return "{ @Sendable \(parameters) in \(settle) }"
    }
  }

  /// The closure that replaces the handler, by the type of the parameter that it is passed to.
  private static func handler(for use: DeclReferenceExprSyntax, _ typer: Typer) -> Handler? {
    guard let argument = use.parent?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return nil }
    let members = typer.calledMembers(call)
    guard members.count == 1, let member = members.first, member.context.generics.isEmpty,
      let parameter = member.parameters.last(where: { $0.label == argument.label?.text }),
      let type = parameter.type.functionType
    else { return nil }
    let types = type.parameters.map(\.type)
    let error = Shape.optional(.named("Error"))
    let isError = types.map { typer.resolver.shape(of: $0, in: member.context) == error }
    func text(_ index: Int) -> String { types[index].trimmedDescription }
    switch isError {
    case [false]: return Handler(value: text(0), parameters: "value", result: "value")
    case [false, true]:
      return Handler(value: text(0), parameters: "value, error", result: "value")
    case [true, false]:
      return Handler(value: text(1), parameters: "error, value", result: "value")
    case [false, false, true]:
      return Handler(
        value: "(\(text(0)), \(text(1)))", parameters: "value1, value2, error",
        result: "(value1, value2)")
    default: return nil
    }
  }
}
