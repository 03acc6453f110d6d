// Which of several members with one name a use means.

import SwiftSyntax

extension Typer {
  /// The members that a use may refer to, of those with its name in one type.
  func fitting(
    _ entries: [TableEntry<Member>]?, _ call: FunctionCallExprSyntax?, _ isStatic: Bool?
  ) -> [Member] {
    let arguments = call.map { CallArguments($0) }
    let found = table.visible(entries, from: file) { member in
      guard member.kind != .typeAlias, member.kind != .initializer else { return false }
      if let isStatic, member.isStatic != isStatic { return false }
      guard let arguments, member.kind == .function else { return true }
      return member.accepts(arguments)
    }
    // A property and a function may have the same name; a call refers to the function.
    var meant = found.filter { ($0.kind == .function) == (call != nil) }
    if let call, meant.count > 1 {
      let possible = meant.filter { !refuses(call, $0) }
      if !possible.isEmpty { meant = possible }
    }
    // Of several functions, one without unused parameters is meant.
    let exact = meant.filter { $0.parameters.count == arguments?.count }
    if let call, !exact.isEmpty, exact.count < meant.count {
      let accepting = exact.filter { mayAccept(call, $0) }
      let others = meant.filter { $0.parameters.count != arguments?.count }
      let isAny = accepting.contains { one in others.contains { isOpen(call, one, $0) } }
      let chained = continuesAsPromise(call) ? others.filter(givesPromise) : []
      if chained.isEmpty || accepting.contains(where: givesPromise) {
        meant = accepting + (accepting.isEmpty || isAny ? others : [])
      } else {
        meant = chained
      }
    }
    guard meant.contains(where: \.isPromiseForm) else { return meant.isEmpty ? found : meant }
    let isAwaited = call?.isAwaited == true
    return meant.filter { $0.isPromiseForm != isAwaited }
  }

  /// Whether a link follows a call that only promises have.
  private func continuesAsPromise(_ call: FunctionCallExprSyntax) -> Bool {
    guard let access = call.parent?.as(MemberAccessExprSyntax.self),
      access.parent?.is(FunctionCallExprSyntax.self) == true
    else { return false }
    let name = access.declName.baseName.identifierText
    return table.usedLibraries.contains { LibraryOperator.isDistinctive(name, in: $0) }
  }

  private func givesPromise(_ member: Member) -> Bool {
    guard let type = member.type else { return false }
    return resolver.shape(of: type, in: member.context).promiseType != nil
  }

  /// Whether an argument can't be what a function takes: `.name` is no function, and a closure is
  /// nothing else.
  private func refuses(_ call: FunctionCallExprSyntax, _ member: Member) -> Bool {
    let arguments = call.allArguments
    guard member.parameters.count == arguments.count else { return false }
    return zip(member.parameters, arguments).contains { parameter, argument in
      let type = resolver.shape(of: parameter.type, in: member.context)
      if case .function = type { return argument.value.implicitMemberName != nil }
      return argument.value.is(ClosureExprSyntax.self) && isOwnType(type)
    }
  }

  /// Whether the types of a call's arguments allow a function: an array is neither its element nor
  /// another type of the program's own.
  private func mayAccept(_ call: FunctionCallExprSyntax, _ member: Member) -> Bool {
    zip(member.parameters, call.allArguments).allSatisfy { parameter, argument in
      let type = resolver.shape(of: parameter.type, in: member.context)
      let given = shape(of: argument.value)
      return switch (type, given) {
      case (.array(let element), .named): given != element && !isOwnType(given)
      case (.named, .array): !isOwnType(type)
      default: true
      }
    }
  }

  /// Whether the source leaves open which of two functions takes the arguments of a call.
  private func isOpen(_ call: FunctionCallExprSyntax, _ one: Member, _ other: Member) -> Bool {
    zip(zip(one.parameters, other.parameters), call.allArguments).contains { types, argument in
      types.0.type.trimmedDescription != types.1.type.trimmedDescription
        && !shape(of: argument.value).isKnown
    }
  }

  /// Whether it is a type of the program's own, rather than a protocol.
  private func isOwnType(_ shape: Shape) -> Bool {
    guard case .named(let path) = shape,
      let declared = table.types[path]?.first(where: { !$0.content.isExtension })
    else { return false }
    return !declared.content.node.is(ProtocolDeclSyntax.self)
  }
}
