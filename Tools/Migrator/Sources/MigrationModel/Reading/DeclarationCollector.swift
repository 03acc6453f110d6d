// Collects the declarations of one file, outside function bodies.

import SwiftSyntax

final class DeclarationCollector: SyntaxVisitor {
  private(set) var types: [TypeDeclaration] = []
  private(set) var members: [Member] = []
  private(set) var facts = Facts()

  private let file: SourceFile
  private var path: [String] = []
  private var generics: [[String: TypeSyntax?]] = [[:]]
  private var owners: [Bool] = []

  init(_ file: SourceFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  private var context: DeclarationContext {
    DeclarationContext(
      file: file, path: path, generics: generics.reduce(into: [:]) { $0.merge($1) { $1 } })
  }

  // MARK: Types

  private func enter(
    _ name: String, _ node: some DeclGroupSyntax,
    _ parameters: GenericParameterClauseSyntax? = nil
  ) -> SyntaxVisitorContinueKind {
    types.append(
      TypeDeclaration(
        context: context, isFilePrivate: node.modifiers.isFilePrivate, name: name,
        isExtension: node.is(ExtensionDeclSyntax.self), isMainActor: node.attributes.isMainActor,
        isOnOtherActor: node.is(ActorDeclSyntax.self) || node.attributes.mayNameActor,
        isClass: node.is(ClassDeclSyntax.self), isActor: node.is(ActorDeclSyntax.self),
        isGeneric: parameters != nil,
        inherited: node.inheritanceClause?.inheritedTypes.flatMap { $0.type.parts } ?? [],
        node: Syntax(node)))
    path.append(name)
    generics.append(parameters.constraints)
    return .visitChildren
  }

  private func leave() {
    path.removeLast()
    generics.removeLast()
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node, node.genericParameterClause)
  }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node, node.genericParameterClause)
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node, node.genericParameterClause)
  }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node, node.genericParameterClause)
  }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node)
  }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.nameWithoutArguments, node)
  }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }
  override func visitPost(_ node: StructDeclSyntax) { leave() }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave() }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

  // MARK: Members

  private func add(
    _ kind: Member.Kind, _ name: String, _ node: some SyntaxProtocol,
    _ modifiers: DeclModifierListSyntax? = nil, isStatic: Bool = false,
    parameters: [Member.Parameter] = [], generic: GenericParameterClauseSyntax? = nil,
    type: TypeSyntax? = nil, value: ExprSyntax? = nil, tupleIndex: Int? = nil
  ) {
    generics.append(generic.constraints(in: node))
    defer { generics.removeLast() }
    members.append(
      Member(
        kind: kind, name: name, context: context,
        isFilePrivate: modifiers?.isFilePrivate ?? false, isStatic: isStatic,
        parameters: parameters, type: type, value: value,
        tupleIndex: tupleIndex, node: Syntax(node)))
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    add(
      .function, node.name.identifierText, node, node.modifiers, isStatic: node.modifiers.isStatic,
      parameters: node.signature.parameterClause.parameters.map { Member.Parameter($0) },
      generic: node.genericParameterClause,
      type: node.signature.returnClause?.type)
    if let body = node.body { facts.read(body) }
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    add(
      .initializer, "init", node, node.modifiers, isStatic: true,
      parameters: node.signature.parameterClause.parameters.map { Member.Parameter($0) },
      generic: node.genericParameterClause)
    if let body = node.body { facts.read(body) }
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      addNames(of: binding, of: node)
      if let value = binding.initializer { facts.read(value) }
      if let accessors = binding.accessorBlock { facts.read(accessors) }
    }
    return .skipChildren
  }

  private func addNames(of binding: PatternBindingSyntax, of node: VariableDeclSyntax) {
    let type = binding.type
    let value = binding.initializer?.value
    for (name, index) in binding.pattern.boundNames {
      add(
        .property, name, binding, node.modifiers, isStatic: node.modifiers.isStatic, type: type,
        value: value,
        tupleIndex: index)
    }
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    add(
      .enumCase, node.name.identifierText, node, isStatic: true,
      parameters: node.parameterClause?.parameters.map { Member.Parameter($0) } ?? [])
    return .skipChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    add(
      .typeAlias, node.name.text, node, node.modifiers, generic: node.genericParameterClause,
      type: node.initializer.value)
    return .skipChildren
  }

  /// A subscript is a property of that name: its arguments don't matter.
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    add(
      .property, "subscript", node, node.modifiers, isStatic: node.modifiers.isStatic,
      generic: node.genericParameterClause, type: node.returnClause.type)
    if let accessors = node.accessorBlock { facts.read(accessors) }
    return .skipChildren
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if case .decl = node.item { return .visitChildren }
    facts.read(node)
    return .skipChildren
  }
}

extension Member.Parameter {
  init(_ node: EnumCaseParameterSyntax) {
    let label = node.firstName?.identifierText
    self.init(
      label: label, name: label ?? "", type: node.type, hasDefault: node.defaultValue != nil,
      isVariadic: false, isFunction: node.type.functionType != nil)
  }

  init(_ node: FunctionParameterSyntax) {
    let first = node.firstName.identifierText
    let isFunction = node.type.functionType != nil
    self.init(
      label: first == "_" ? nil : first, name: node.secondName?.identifierText ?? first,
      type: node.type, hasDefault: node.defaultValue != nil, isVariadic: node.ellipsis != nil,
      isFunction: isFunction || node.type.mayBeFunctionAlias)
  }
}
