// Promises of google/promises that are stored and settled later, perhaps elsewhere. Each becomes a
// pair of a promise and its resolver, wherever it is stored.

import SwiftSyntax

/// The stored promises of a file that become pairs.
struct SettledPromises {
  /// The calls that make or settle them.
  private(set) var calls: Set<SyntaxIdentifier> = []
  private(set) var edits = Edits()

  static func find(in typer: Typer) -> SettledPromises {
    var found = SettledPromises()
    let finder = SettlingCalls(typer)
    finder.walk(typer.file.tree)
    if finder.calls.isEmpty { return found }
    let references = References(typer)
    references.walk(typer.file.tree)
    var done: Set<Storage> = []
    for call in finder.calls {
      guard let storage = typer.storage(of: call.base), !done.contains(storage) else { continue }
      var group = StorageGroup(typer, references.byStorage)
      guard group.read(storage), !group.isTakenApart else { continue }
      done.formUnion(group.members)
      found.calls.formUnion(group.calls)
      found.edits.add(group.edits)
    }
    return found
  }
}

/// A constant, variable or property that stores a promise, or several.
enum Storage: Hashable {
  /// The node that declares it, and the name, because a node may declare several.
  case local(SyntaxIdentifier, String)
  /// The path of the type, and the name.
  case property(String, String)
}

extension Typer {
  /// The storage that an expression reads: `pending`, `self.pending`, `pending?`, `waiting[id]`,
  /// `waiting.removeFirst()`.
  func storage(of expression: ExprSyntax) -> Storage? {
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference): return storage(of: reference)
    case .optionalChainingExpr(let chained): return storage(of: chained.expression)
    case .forceUnwrapExpr(let forced): return storage(of: forced.expression)
    case .subscriptCallExpr(let index): return storage(of: index.calledExpression)
    case .functionCallExpr(let call):
      guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
        StorageGroup.taking.contains(member.declName.baseName.text), let base = member.base
      else { return nil }
      return storage(of: base)
    case .memberAccessExpr(let member):
      guard let base = member.base else { return nil }
      if ["first", "last", "values"].contains(member.declName.baseName.text) {
        return storage(of: base)
      }
      guard case .named(let path) = shape(of: base).unwrapped else { return nil }
      return property(member.declName.baseName.identifierText, of: path)
    default: return nil
    }
  }

  func storage(of reference: DeclReferenceExprSyntax) -> Storage? {
    let name = reference.baseName.identifierText
    switch resolve(name, at: reference).origin {
    case .local(let id): return .local(id, name)
    case .member:
      guard case .named(let path) = selfShape(at: Syntax(reference)) else { return nil }
      return property(name, of: path)
    default: return nil
    }
  }

  private func property(_ name: String, of path: String) -> Storage? {
    let members = declaredMembers(name, nil, on: .named(path), isStatic: nil)
    guard members.count == 1, members[0].kind == .property, members[0].context.file === file else {
      return nil
    }
    return .property(members[0].context.path.joined(separator: "."), name)
  }
}

/// Finds `promise.fulfill(…)` and `promise.reject(…)`.
private final class SettlingCalls: SyntaxVisitor {
  private let typer: Typer
  private(set) var calls: [(node: ExprSyntax, base: ExprSyntax)] = []

  init(_ typer: Typer) {
    self.typer = typer
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      ["fulfill", "reject"].contains(member.declName.baseName.text),
      typer.shape(of: base).promiseType == .googlePromise
    {
      calls.append((ExprSyntax(node), base))
    }
    return .visitChildren
  }
}

/// Collects the references to each storage location in the file.
private final class References: SyntaxVisitor {
  private let typer: Typer
  private(set) var byStorage: [Storage: [ExprSyntax]] = [:]

  init(_ typer: Typer) {
    self.typer = typer
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    if let member, member.declName.id == node.id {
      guard member.base != nil, let storage = typer.storage(of: ExprSyntax(member)) else {
        return .skipChildren
      }
      if case .property(_, node.baseName.identifierText) = storage {
        byStorage[storage, default: []].append(ExprSyntax(member))
      }
      return .skipChildren
    }
    if let storage = typer.storage(of: node) {
      byStorage[storage, default: []].append(ExprSyntax(node))
    }
    return .skipChildren
  }
}
