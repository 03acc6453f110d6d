// Types that the source doesn't reveal, from the index of a build.

import SwiftParser
import SwiftSyntax

extension Typer {
  /// The shape of a step according to the compiler; unknown without an index, or for generic
  /// values.
  func indexedShape(of step: PostfixStep) -> Shape {
    guard let index = table.index else { return .unknown }
    let name: Syntax
    switch step.kind {
    case .member, .implicit, .function: name = step.node.lastPart
    case .base(let expression) where expression.is(DeclReferenceExprSyntax.self):
      name = Syntax(expression)
    default: return .unknown
    }
    let shapes = index.declarations(at: file.place(of: name)).map { declaration in
      resolver.shape(ofIndexed: declaration, isCalled: step.call != nil, in: context(of: name))
    }.filter(\.isKnown)
    guard let first = shapes.first, shapes.allSatisfy({ $0 == first }) else { return .unknown }
    return first
  }
}

extension TypeResolver {
  /// The type of a declaration as the compiler writes it: that of a function's result, or of a
  /// property.
  fileprivate func shape(
    ofIndexed declaration: String, isCalled: Bool, in context: DeclarationContext
  ) -> Shape {
    guard let type = IndexedDeclaration(declaration).type(isCalled: isCalled) else {
      return .unknown
    }
    var parser = Parser(type.withoutModules)
    return shape(of: TypeSyntax.parse(from: &parser), in: context.withoutGenerics).withoutGenerics
  }
}

extension DeclarationContext {
  /// The compiler writes full names, except for generic parameters.
  fileprivate var withoutGenerics: DeclarationContext {
    DeclarationContext(file: file, path: path, generics: [:])
  }
}

extension Shape {
  /// The compiler calls generic parameters `A`, `B`, `A1` and so on, and they may be anything.
  fileprivate var withoutGenerics: Shape {
    switch self {
    case .named(let name) where name.isGenericParameter: .unknown
    case .promise(let type, let value): .promise(type, value.withoutGenerics)
    case .array(let element): .array(element.withoutGenerics)
    case .optional(let inner): .optional(inner.withoutGenerics)
    case .dictionary(let value): .dictionary(value: value.withoutGenerics)
    case .tuple(let elements):
      .tuple(elements.map { .init(label: $0.label, shape: $0.shape.withoutGenerics) })
    default: self
    }
  }
}

extension String {
  fileprivate var isGenericParameter: Bool {
    guard let first, first.isUppercase else { return false }
    return dropFirst().allSatisfy(\.isNumber)
  }

  /// The text with `Image` instead of `App.Image`, because all names start with their modules. The
  /// modules of libraries stay.
  fileprivate var withoutModules: String {
    var result = ""
    var rest = self[...]
    while let first = rest.first {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard !word.isEmpty else {
        result.append(first)
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(word.count)
      let isModule = rest.first == "." && result.last != "." && Library(module: String(word)) == nil
      if isModule { rest = rest.dropFirst() } else { result += word }
    }
    return result
  }
}

/// A declaration as the compiler writes it: `App.Server.user(id: Int) ->
/// Promises.Promise<App.User>`, `App.Server.user : App.User`.
private struct IndexedDeclaration {
  let text: String

  init(_ text: String) { self.text = text }

  func type(isCalled: Bool) -> String? {
    if let result = rest(behind: " -> ") { return isCalled ? result : nil }
    guard !isCalled else { return nil }
    return rest(behind: " : ")
  }

  /// The text after the first occurrence of `sign` that is outside all brackets.
  private func rest(behind sign: String) -> String? {
    var depth = 0
    var index = text.startIndex
    while index < text.endIndex {
      if depth == 0, text[index...].hasPrefix(sign) {
        return String(text[text.index(index, offsetBy: sign.count)...])
      }
      switch text[index] {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">" where index == text.startIndex || text[text.index(before: index)] != "-": depth -= 1
      default: break
      }
      index = text.index(after: index)
    }
    return nil
  }
}
