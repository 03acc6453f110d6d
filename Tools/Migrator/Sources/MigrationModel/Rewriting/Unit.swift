// The parts of a program that move, or stay, as a whole.

import SwiftSyntax

/// A function, a property, an initializer, or an extension of one of the library's types.
struct Unit: Sendable {
  /// How other code depends on the library's types through it.
  enum Interface: Sendable {
    case none
    /// Its result is a promise, which the code that uses it can convert.
    case result
    /// It takes, stores or extends something of the library, so it moves with all code that uses
    /// it.
    case shared
  }

  let place: Place
  /// The range of UTF-8 offsets in its file.
  let range: Range<Int>
  /// The nodes of the members that it declares.
  let nodes: Set<SyntaxIdentifier>
  /// The names by which other code refers to it.
  let names: Set<String>
  /// The type around it.
  let owner: String?
  var interface: Interface
  /// The property without a type whose initial value names what may be a promise.
  let untyped: PatternBindingSyntax?
  /// Whether only its file sees it.
  let isPrivate: Bool
  /// Whether it is a member of the type itself.
  let isStatic: Bool
  /// Whether it extends one of the library's types.
  let isExtension: Bool
  /// Whether it names one of the library's types.
  let namesLibrary: Bool
  /// Whether it names a facade.
  let namesFacade: Bool
  /// Whether it must stay whatever else moves.
  var mustStay: Bool

  var name: String { names.sorted().first ?? "" }
  var isWorthTelling: Bool { interface != .none && !name.isEmpty }
}

/// Finds the units of a file.
struct UnitFinder {
  private(set) var units: [Unit] = []
  private let file: SourceFile
  private let types: Set<String>
  private let settlers: Set<String>
  private let promiseNames: Set<String>

  /// - Parameters:
  ///   - types: the names of the library's types, and of their aliases.
  ///   - settlers: those that settle a promise, or that are more than one.
  ///   - promiseNames: the names of declarations that may be promises.
  init(
    _ file: SourceFile, types: Set<String>, settlers: Set<String>, promiseNames: Set<String>
  ) {
    (self.file, self.types, self.settlers) = (file, types, settlers)
    self.promiseNames = promiseNames
    for statement in file.tree.statements { read(Syntax(statement.item), owner: nil) }
  }

  private mutating func read(_ node: Syntax, owner: String?) {
    switch node.as(SyntaxEnum.self) {
    case .ifConfigDecl(let condition):
      for clause in condition.clauses {
        switch clause.elements {
        case .statements(let list)?:
          for one in list { read(Syntax(one.item), owner: owner) }
        case .decls(let list)?: for one in list { read(Syntax(one.decl), owner: owner) }
        default: break
        }
      }
    case .extensionDecl(let node):
      // What is extended for the library's values, such as their arrays, stays.
      if types.contains(node.extendedType.lastName) || mentions(node.genericWhereClause) {
        add(extended: node)
      } else {
        read(members: node.memberBlock, owner: node.extendedType.lastName)
      }
    case .classDecl(let node): read(members: node.memberBlock, owner: node.name.text)
    case .structDecl(let node): read(members: node.memberBlock, owner: node.name.text)
    case .enumDecl(let node): read(members: node.memberBlock, owner: node.name.text)
    case .actorDecl(let node): read(members: node.memberBlock, owner: node.name.text)
    case .protocolDecl(let node): read(members: node.memberBlock, owner: node.name.text)
    case .importDecl: break
    case .functionDecl(let function):
      let isShared =
        mentions(function.signature.parameterClause) || mentions(function.genericParameterClause)
        || mentions(function.genericWhereClause)
      add(
        node, [function.name.identifierText], [function.id],
        isShared ? .shared : interface(of: function.signature.returnClause?.type), owner: owner,
        at: Syntax(function.name))
    case .variableDecl(let variable): add(variable, owner: owner)
    case .initializerDecl(let initializer):
      add(
        node, owner.map { [$0] } ?? [], [initializer.id],
        mentions(initializer.signature) ? .shared : .none, owner: owner, at: node)
    case .subscriptDecl(let declaration):
      let isShared = mentions(declaration.returnClause) || mentions(declaration.parameterClause)
      add(
        node, ["subscript"], [declaration.id], isShared ? .shared : .none, owner: owner, at: node)
    case .typeAliasDecl(let alias):
      // The source of an alias in another type isn't read where it is made.
      let isSource = alias.initializer.value.lastName == "TaskCompletionSource"
      add(
        node, [alias.name.text], [alias.id], mentions(alias) ? .shared : .none, owner: owner,
        mustStay: owner != nil && isSource, at: node)
    case .enumCaseDecl(let declaration):
      add(
        node, Set(declaration.elements.map(\.name.identifierText)),
        Set(declaration.elements.map(\.id)), mentions(declaration) ? .shared : .none, owner: owner,
        at: node)
    default: add(node, [], [], .none, owner: owner, at: node)
    }
  }

  private mutating func read(members block: MemberBlockSyntax, owner: String) {
    for member in block.members { read(Syntax(member.decl), owner: owner) }
  }

  /// A computed property gives a promise as a function does; a stored one also takes it.
  private mutating func add(_ variable: VariableDeclSyntax, owner: String?) {
    var (names, interface) = (Set<String>(), Unit.Interface.none)
    var isWeak = false
    var untyped: PatternBindingSyntax?
    for binding in variable.bindings {
      names.formUnion(binding.pattern.boundNames.map(\.name))
      if let type = binding.typeAnnotation?.type {
        guard mentions(type) else { continue }
        interface = binding.accessorBlock?.onlyReads == true ? self.interface(of: type) : .shared
        isWeak = isWeak || variable.modifiers.has(.weak) || variable.modifiers.has(.unowned)
      } else if let value = binding.initializer?.value,
        !value.identifiers.isDisjoint(with: types.union(promiseNames))
      {
        if variable.bindings.count == 1, !mentions(value) { untyped = binding }
        interface = .shared
      }
    }
    add(
      Syntax(variable), names, Set(variable.bindings.map(\.id)), interface, owner: owner,
      untyped: untyped, mustStay: isWeak, at: Syntax(variable))
  }

  private mutating func add(extended node: ExtensionDeclSyntax) {
    var names: Set<String> = []
    var nodes: Set = [node.id]
    for member in node.memberBlock.members {
      nodes.insert(member.decl.id)
      if let function = member.decl.as(FunctionDeclSyntax.self) {
        names.insert(function.name.identifierText)
      } else if let variable = member.decl.as(VariableDeclSyntax.self) {
        names.formUnion(variable.bindings.flatMap { $0.pattern.boundNames.map(\.name) })
        nodes.formUnion(variable.bindings.map(\.id))
      } else if let initializer = member.decl.as(InitializerDeclSyntax.self) {
        let labels = initializer.signature.parameterClause.parameters.map(\.firstName.text)
        names.formUnion(labels.filter { $0 != "_" })
      }
    }
    add(
      Syntax(node), names, nodes, .shared, owner: nil, mustStay: node.mustStay,
      at: Syntax(node.extendedType))
  }

  private mutating func add(
    _ node: Syntax, _ names: Set<String>, _ nodes: Set<SyntaxIdentifier>,
    _ interface: Unit.Interface, owner: String?, untyped: PatternBindingSyntax? = nil,
    mustStay: Bool = false, at place: Syntax
  ) {
    let modifiers = node.asProtocol((any WithModifiersSyntax).self)?.modifiers
    units.append(
      Unit(
        place: file.place(of: place),
        range: node.offset..<node.endPositionBeforeTrailingTrivia.utf8Offset,
        nodes: nodes, names: names, owner: owner,
        interface: interface, untyped: untyped, isPrivate: modifiers?.isFilePrivate ?? false,
        isStatic: node.is(EnumCaseDeclSyntax.self) || modifiers?.isStatic == true,
        isExtension: node.is(ExtensionDeclSyntax.self),
        namesLibrary: mentions(node),
        namesFacade: !node.identifiers.isDisjoint(with: Library.allCases.map(\.facade)),
        mustStay: mustStay))
  }

  // MARK: Types

  private func mentions(_ node: (some SyntaxProtocol)?) -> Bool {
    node.map { !$0.identifiers.isDisjoint(with: types) } ?? false
  }

  /// A promise, perhaps an optional one, whose value has nothing of the library.
  private func interface(of type: TypeSyntax?) -> Unit.Interface {
    guard let type, mentions(type) else { return .none }
    let bare = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type
    let arguments: GenericArgumentClauseSyntax?
    switch bare.as(TypeSyntaxEnum.self) {
    case .identifierType(let name): arguments = name.genericArgumentClause
    case .memberType(let name): arguments = name.genericArgumentClause
    default: return .shared
    }
    return mentions(arguments) || !types.contains(bare.lastName) || settlers.contains(bare.lastName)
      ? .shared : .result
  }
}

extension SyntaxProtocol {
  /// The names in a piece of code.
  var identifiers: Set<String> {
    Set(
      tokens(viewMode: .sourceAccurate).compactMap { token in
        if case .identifier = token.tokenKind { token.identifierText } else { nil }
      })
  }
}

extension TypeSyntax {
  /// Whether it is the name of a type, perhaps of an optional one.
  var isName: Bool {
    let type = bare.as(OptionalTypeSyntax.self)?.wrappedType.bare ?? bare
    return type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self)
  }

  /// `Promise` for `PromiseKit.Promise<Int>`.
  var lastName: String {
    let name = nameWithoutArguments
    return name.split(separator: ".").last.map(String.init) ?? name
  }
}

extension AccessorBlockSyntax {
  fileprivate var onlyReads: Bool {
    switch accessors {
    case .getter: true
    case .accessors(let list):
      list.allSatisfy { $0.accessorSpecifier.tokenKind == .keyword(.get) }
    @unknown default: false
    }
  }
}

extension ExtensionDeclSyntax {
  /// Whether it extends a resolver by members that only fulfill and reject.
  private var isOfSettling: Bool {
    guard extendedType.lastName == "Resolver" else { return false }
    return memberBlock.members.allSatisfy { member in
      if let function = member.decl.as(FunctionDeclSyntax.self), let body = function.body {
        return !function.modifiers.isStatic && !mentionsOthers(function.signature)
          && !mentionsOthers(body)
      }
      let bindings = member.decl.as(VariableDeclSyntax.self)?.bindings
      return bindings?.allSatisfy { $0.accessorBlock?.onlyReads == true && !mentionsOthers($0) }
        ?? false
    }
  }

  private func mentionsOthers(_ node: some SyntaxProtocol) -> Bool {
    !node.identifiers.isDisjoint(
      with: Library.promiseKit.typeNames.union(["fulfill_", "resolve", "pipe", "promise"]))
  }

  private static let identities: Set<String> = [
    "Hashable", "Equatable", "NSObjectProtocol", "ObjectIdentifier",
    "objc_setAssociatedObject", "objc_getAssociatedObject",
  ]

  /// Whether the extension relies on promises being objects: they are values in this library. Other
  /// types than promises have too little in common with this library's.
  fileprivate var mustStay: Bool {
    if extendedType.lastName == "Array" || extendedType.lastName == "Optional" { return true }
    let others =
      ["Promise", "Guarantee", "Task"].contains(extendedType.lastName)
      ? []
      : ["Thenable", "CatchMixin"].contains(extendedType.lastName)
        ? memberBlock.identifiers.intersection(["Thenable", "CatchMixin"])
        : isOfSettling ? [] : ["Resolver"]
    // A member's own generic parameter may be any object.
    let isObject = [Syntax(inheritanceClause), Syntax(genericWhereClause)].contains {
      $0?.identifiers.contains("AnyObject") == true
    }
    return !others.isEmpty || isObject
      || !identifiers.isDisjoint(with: Self.identities)
      || memberBlock.members.contains { member in
        member.decl.as(VariableDeclSyntax.self)?.bindings.contains {
          $0.accessorBlock.map { !$0.onlyReads } ?? false
        } ?? false
      }
  }
}
