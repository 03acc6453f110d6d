// The promise form of a function with a completion handler.

import SwiftSyntax

/// The function to add next to one with a completion handler.
struct CallbackForm {
  struct Failure: Error { let reason: Reason }

  let function: FunctionDeclSyntax
  /// The type of the promise's value.
  let value: String
  /// The generic parameters in the value's type that aren't declared `Sendable`.
  private let sendable: [String]
  private let handler: Int
  /// The closure that cancels the work, given the function's result.
  private let cancel: String?
  private let promise: String

  var isCancelled: Bool { cancel != nil }

  static func find(
    for member: Member, _ shape: CallbackShape, handler: Int, _ typer: Typer
  ) -> Result<CallbackForm, Failure> {
    do { return .success(try CallbackForm(member, shape, handler, typer)) } catch {
      return .failure(error)
    }
  }

  private init(
    _ member: Member, _ shape: CallbackShape, _ handler: Int, _ typer: Typer
  ) throws(Failure) {
    guard let function = member.node.as(FunctionDeclSyntax.self), shape.isWrappable else {
      throw Failure(reason: .callbackShape)
    }
    (self.function, self.handler) = (function, handler)
    let effects = function.signature.effectSpecifiers
    let others = member.parameters.enumerated().filter { $0.offset != handler }.map(\.element)
    guard effects?.asyncSpecifier == nil, !others.contains(where: { $0.isVariadic }),
      !member.parameters.contains(where: { $0.name == function.name.identifierText })
    else { throw Failure(reason: .callbackShape) }
    cancel = try Self.cancelling(member, typer)
    guard cancel == nil || shape.isWrappableWithCancel else {
      throw Failure(reason: .callbackShape)
    }
    if member.parameters[handler].hasDefault
      || others.contains(where: { $0.isFunction && $0.hasDefault })
    {
      throw Failure(reason: .optionalCallback)
    }
    let reader = CallbackValue(typer, member.context)
    guard let types = reader.parameters(of: member.parameters[handler].type),
      let value = reader.value(types, shape)
    else { throw Failure(reason: .callbackShape) }
    guard !types.contains(where: { reader.isNotSendable($0) }) else {
      throw Failure(reason: .callbackValue)
    }
    self.value = value
    let generics = reader.generics
    sendable = reader.names(in: types).filter { name in
      generics[name].map { $0?.trimmedDescription.contains("Sendable") != true } ?? false
    }
    let isTaken =
      typer.resolver.meaning(of: "Promise", in: typer.file) != .other
      || typer.resolver.path(of: "Promise", in: member.context) != nil
    promise = isTaken ? "AsyncPromises.Promise" : "Promise"
  }

  /// The closure that cancels the work, if the function returns something with a `cancel()`.
  private static func cancelling(
    _ member: Member, _ typer: Typer
  ) throws(Failure) -> String? {
    guard let type = member.type else { return nil }
    let result = typer.resolver.shape(of: type, in: member.context)
    if result == .void { return nil }
    let calls = typer.declaredMembers("cancel", nil, on: result, isStatic: false)
    guard case .named = result.unwrapped,
      calls.contains(where: { $0.kind == .function && $0.parameters.allSatisfy(\.hasDefault) }),
      !CallbackValue(typer, member.context).isNotSendable(type)
    else { throw Failure(reason: .callbackReturns) }
    return result == result.unwrapped ? "{ $0.cancel() }" : "{ $0?.cancel() }"
  }

  // MARK: Text

  /// The labels of the form's parameters.
  var labels: [String?] {
    parameters.map { $0.firstName.text == "_" ? nil : $0.firstName.identifierText }
  }

  private var parameters: [FunctionParameterSyntax] {
    function.signature.parameterClause.parameters.enumerated()
      .filter { $0.offset != handler }.map(\.element)
  }

  /// The source text of the form.
  ///
  /// - Parameter access: the modifier of the extension that the form is added to; nil if it is
  ///   added next to the function.
  func text(indentation: String, in access: String? = nil) -> String {
    let unit = self.unit
    var head = attributes.map { "\(indentation)\($0)\n" }.joined()
    let modifiers = (access.map { $0.isEmpty ? [] : [$0] } ?? []) + self.modifiers(access != nil)
    head += indentation + modifiers.map { "\($0) " }.joined()
    head +=
      "func \(function.name.text)\(generics)(\(parameters.map(\.text).joined(separator: ", ")))"
    head += " -> \(promise)<\(value)>\(requirements)"
    let call = "\(wrap) { \(isThrowing ? "try " : "")\(function.name.text)(\(arguments)) }"
    let comment = "\(indentation)/// The form of ``\(name)`` without a callback.\n"
    let line = "\(head) { \(call) }"
    let last = line.split(separator: "\n").last ?? ""
    if last.count <= 100 { return comment + line }
    return "\(comment)\(head) {\n\(indentation)\(unit)\(call)\n\(indentation)}"
  }

  private var isThrowing: Bool { function.mayThrow }

  private var wrap: String { cancel.map { ".wrap(cancel: \($0))" } ?? ".wrap" }

  private var name: String {
    let labels = function.signature.parameterClause.parameters.map { "\($0.firstName.text):" }
    return "\(function.name.text)(\(labels.joined()))"
  }

  private var arguments: String {
    function.signature.parameterClause.parameters.enumerated().map { index, parameter in
      let label = parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
      return label + (index == handler ? "$0" : parameter.forwarded)
    }.joined(separator: ", ")
  }

  private var attributes: [String] {
    function.attributes.compactMap { element in
      guard let attribute = element.as(AttributeSyntax.self) else { return nil }
      let name = attribute.attributeName.trimmedDescription
      return name == "available" || name.hasSuffix("Actor") ? attribute.trimmedDescription : nil
    }
  }

  private func modifiers(_ isElsewhere: Bool) -> [String] {
    let kept: Set = [
      "public", "package", "internal", "private", "fileprivate", "static", "class", "nonisolated",
      "mutating", "final",
    ]
    return function.modifiers.map(\.trimmedDescription).compactMap { modifier in
      // Subclasses override the original function.
      if modifier == "open" { return "public" }
      return kept.contains(modifier) ? modifier : nil
    }
  }

  private var generics: String { function.genericParameterClause?.trimmedDescription ?? "" }

  private var requirements: String {
    let own =
      function.genericWhereClause?.requirements.map {
        $0.requirement.trimmedDescription
      } ?? []
    let all = own + sendable.map { "\($0): Sendable" }.filter { !own.contains($0) }
    return all.isEmpty ? "" : " where \(all.joined(separator: ", "))"
  }

  /// One level of indentation, as in the function's body.
  private var unit: String {
    guard let inner = function.body?.statements.first?.indentation,
      let outer = function.indentation, inner.count > outer.count
    else { return "  " }
    return String(inner.dropFirst(outer.count))
  }
}

extension FunctionParameterSyntax {
  /// The parameter without its comma.
  fileprivate var text: String {
    var parameter = self
    parameter.trailingComma = nil
    return parameter.trimmedDescription
  }

  /// How the parameter is passed on.
  fileprivate var forwarded: String {
    let name = (secondName ?? firstName).text
    guard let attributed = type.as(AttributedTypeSyntax.self) else { return name }
    if attributed.attributes.names("autoclosure") { return "\(name)()" }
    let isInOut = attributed.specifiers.contains { $0.trimmedDescription == "inout" }
    return isInOut ? "&\(name)" : name
  }
}
