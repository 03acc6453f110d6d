// The members of arrays, dictionaries, optionals and tuples.

import SwiftSyntax

extension Typer {
  /// The result of a function that is passed by name, if the source says which, or only one of its
  /// overloads takes the given argument alone.
  func result(ofPassed function: ExprSyntax, given: Shape) -> Shape {
    if case .function(_, let result) = shape(of: function), result.isKnown { return result }
    let members: [Member]
    if let access = function.as(MemberAccessExprSyntax.self), let base = access.base {
      let name = access.declName.baseName.identifierText
      members = declaredMembers(name, nil, on: shape(of: base), isStatic: false)
    } else if let reference = function.as(DeclReferenceExprSyntax.self) {
      let owner = selfShape(at: Syntax(reference))
      members = declaredMembers(reference.baseName.identifierText, nil, on: owner, isStatic: nil)
    } else {
      return .unknown
    }
    let fitting = members.filter { member in
      guard member.kind == .function, member.parameters.count == 1 else { return false }
      let taken = resolver.shape(of: member.parameters[0].type, in: member.context)
      return !taken.isKnown || !given.isKnown || taken == given
    }
    guard fitting.count == 1 else { return .unknown }
    return shape(of: fitting[0], called: true)
  }

  /// Functions that return nothing.
  private static let procedures: Set<String> = [
    "assert", "assertionFailure", "debugPrint", "NSLog", "precondition", "print",
  ]

  /// The result of a call of a function or an initializer, or of a sequence's own member in its
  /// extension.
  func standardCall(_ call: FunctionCallExprSyntax) -> Shape? {
    if Self.procedures.contains(call.calleeName.text) { return .void }
    if call.calleeName.text == "Array", call.allArguments.count == 1,
      let only = call.arguments.first, only.label == nil,
      case .array(let element) = shape(of: only.expression)
    {
      return .array(element)
    }
    return mapOfSelf(call) ?? startOfReduction(call)
  }

  /// The result of `map(transform)` in an extension of a collection, if that gives promises.
  private func mapOfSelf(_ call: FunctionCallExprSyntax) -> Shape? {
    guard call.calleeName.text == "map", call.allArguments.count == 1,
      let type = context(of: Syntax(call)).path.last,
      ["Array", "Dictionary", "Set"].contains(type) || Self.collections.contains(type),
      case let made = standardMember("map", call, on: .array(.unknown)),
      made.element.promiseType != nil
    else { return nil }
    return made
  }

  /// The promise that a reduction of any sequence starts from, and so gives.
  func startOfReduction(_ call: FunctionCallExprSyntax) -> Shape? {
    guard call.calleeName.text == "reduce", call.allArguments.count == 2,
      let first = call.arguments.first, first.label == nil
    else { return nil }
    let start = shape(of: first.expression)
    return start.promiseType == nil ? nil : start
  }

  /// The shape of a member that the standard library declares.
  func standardMember(
    _ name: String, _ call: FunctionCallExprSyntax?, on shape: Shape
  ) -> Shape {
    func closureResult() -> Shape {
      call?.allArguments.last.map { result(ofPassed: $0.value, given: shape.element) } ?? .unknown
    }
    switch shape {
    case .named("String"):
      switch name {
      case "count": return .named("Int")
      case "isEmpty": return .named("Bool")
      case "uppercased", "lowercased": return shape
      default: return .unknown
      }
    case .tuple(let elements):
      let found = Int(name).map { part($0, of: shape) }
      let element = found ?? elements.first { $0.label == name }?.shape ?? .unknown
      guard call != nil else { return element }
      return if case .function(_, let result) = element { result } else { .unknown }
    case .optional(let inner):
      return switch name {
      case "map": .optional(closureResult())
      case "flatMap": closureResult()
      default: standardMember(name, call, on: inner)
      }
    case .array(let element):
      switch name {
      case "map": return .array(closureResult())
      case "compactMap": return .array(closureResult().withoutOptional)
      case "flatMap": return .array(closureResult().element)
      case "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "lazy",
        "shuffled", "makeIterator":
        return shape
      case "first", "last", "randomElement", "popLast", "max", "min", "next":
        return .optional(element)
      case "enumerated":
        return .array(
          .tuple([
            .init(label: "offset", shape: .named("Int")), .init(label: "element", shape: element),
          ]))
      case "removeFirst", "removeLast", "remove": return element
      case "reduce":
        return call?.allArguments.first.map { self.shape(of: $0.value) } ?? .unknown
      case "joined":
        if case .array = element { return element }
        return call?.argument("separator")?.is(StringLiteralExprSyntax.self) == true
          ? .named("String") : .unknown
      case "forEach", "append", "removeAll", "sort", "reverse": return .void
      case "count": return .named("Int")
      case "isEmpty", "contains", "allSatisfy": return .named("Bool")
      default: return .unknown
      }
    case .dictionary(let value):
      switch name {
      case "values": return .array(value)
      case "mapValues": return .dictionary(value: closureResult())
      case "compactMapValues": return .dictionary(value: closureResult().withoutOptional)
      case "filter": return shape
      case "sorted", "shuffled": return .array(shape.element)
      case "first", "randomElement", "max", "min": return .optional(shape.element)
      case "forEach": return .void
      case "reduce":
        return call?.allArguments.first.map { self.shape(of: $0.value) } ?? .unknown
      case "map": return .array(closureResult())
      case "compactMap": return .array(closureResult().withoutOptional)
      case "removeValue", "updateValue": return .optional(value)
      case "count": return .named("Int")
      case "isEmpty": return .named("Bool")
      default: return .unknown
      }
    case .unknown where name == "map" && closureResult().promiseType != nil:
      // On an optional, `map` would give an optional promise, which has no array members to call.
      return .array(closureResult())
    default:
      if let call, let start = startOfReduction(call) { return start }
      // `decoder.decode(Post.self, from: data)`
      guard name == "decode", let type = call?.allArguments.first,
        case .metatype(let decoded) = self.shape(of: type.value)
      else { return .unknown }
      return decoded
    }
  }
}
