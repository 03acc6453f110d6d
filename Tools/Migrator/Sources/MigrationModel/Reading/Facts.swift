// Facts about a whole program that affect the meaning of all its chains.

import SwiftSyntax

/// The settings that the sources assign, and the error types that they mention.
struct Facts: Sendable {
  /// The properties that are assigned: `conf.Q`, `conf.Q.map`, `conf.catchPolicy`,
  /// `DispatchQueue.promises` and so on.
  private(set) var settings: Set<String> = []
  private(set) var mentions: Set<String> = []
  /// The types that values are asked for: `value as? Promise<Int>`.
  private(set) var castTypes: Set<String> = []
  var declaresCancellableErrors = false
  /// Whether the program loads URLs, or names an error that is a cancellation in PromiseKit.
  var mentionsCancellations = false
  /// Whether PromiseKit also treats errors from outside both libraries as cancellations.
  var hasOtherCancellations: Bool {
    declaresCancellableErrors || mentionsCancellations || keepsCancellations
  }
  /// Whether code that stays cancels promises with PromiseKit's error.
  var keepsCancellations = false
  var assumptions: Set<Assumption> = []
  /// The names that reveal what may be cancelled, in files that use google/promises.
  var googleMentions = Mentions()
  /// The functions and properties that cancelled promises may come from, found once all files are
  /// read.
  private(set) var cancelOrigins: Set<String> = []

  mutating func findOrigins() { cancelOrigins = googleMentions.origins }

  static let cancellations = [
    "URLSession", "URLError", "NSURLErrorCancelled", "userCancelled", "NSUserCancelledError",
    "paymentCancelled",
  ]

  static let watchedNames: Set<String> = [
    "PromiseError", "PMKError", "AggregateError", "invalidCallingConvention",
  ]

  mutating func read(_ node: some SyntaxProtocol) {
    let reader = FactReader(viewMode: .sourceAccurate)
    reader.walk(node)
    settings.formUnion(reader.settings)
    mentions.formUnion(reader.mentions)
    castTypes.formUnion(reader.castTypes)
  }

  /// For code that looks at the domain and the code of an error.
  mutating func keepGoogleErrors() {
    mentions.formUnion(["PromiseError", GoogleErrors.keptMention])
  }

  mutating func merge(_ other: Facts) {
    settings.formUnion(other.settings)
    mentions.formUnion(other.mentions)
    castTypes.formUnion(other.castTypes)
    declaresCancellableErrors = declaresCancellableErrors || other.declaresCancellableErrors
    mentionsCancellations = mentionsCancellations || other.mentionsCancellations
    googleMentions.merge(other.googleMentions)
  }

  /// Merges the errors that tests mention, and the types that they ask for, because tests check
  /// the program's values.
  mutating func mergeChecks(of tests: Facts) {
    mentions.formUnion(tests.mentions)
    castTypes.formUnion(tests.castTypes)
    googleMentions.merge(tests.googleMentions)
  }

  func assigns(_ names: String...) -> Bool {
    !assumptions.contains(.defaultSettings) && !settings.isDisjoint(with: names)
  }
}

private final class FactReader: SyntaxVisitor {
  var settings: Set<String> = []
  var mentions: Set<String> = []
  var castTypes: Set<String> = []

  override func visit(_ node: TypeExprSyntax) -> SyntaxVisitorContinueKind {
    if ExprSyntax(node).castValue != nil { castTypes.formUnion(node.type.identifiers) }
    return .visitChildren
  }

  override func visit(_ node: IsTypePatternSyntax) -> SyntaxVisitorContinueKind {
    castTypes.formUnion(node.type.identifiers)
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    var isTarget = true
    for element in node.elements {
      if isTarget, let member = element.as(MemberAccessExprSyntax.self) { read(target: member) }
      isTarget = false
      if element.is(AssignmentExprSyntax.self) { return .visitChildren }
    }
    return .visitChildren
  }

  private func read(target: MemberAccessExprSyntax) {
    guard
      let sequence = target.parent?.parent?.as(SequenceExprSyntax.self),
      sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
    else { return }
    let value = sequence.elements.count == 3 ? sequence.elements.last : nil
    var name = target.trimmedDescription
    for module in ["PromiseKit.", "PromiseKitCompat."] where name.hasPrefix(module) {
      name = String(name.dropFirst(module.count))
    }
    guard name.hasPrefix("conf.") || name == "DispatchQueue.promises" else { return }
    guard name == "conf.Q", let queues = value?.as(TupleExprSyntax.self), queues.elements.count == 2
    else { return add(name, value) }
    for queue in queues.elements { add("conf.Q.\(queue.label?.text ?? "")", queue.expression) }
  }

  /// The main queue is the default.
  private func add(_ name: String, _ value: ExprSyntax?) {
    let isMain = [".main", "DispatchQueue.main"].contains(value?.trimmedDescription)
    if !isMain { settings.insert(name) }
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    if Facts.watchedNames.contains(name) { mentions.insert(name) }
    if name == "PromiseError", GoogleErrors.edits(node) == nil {
      mentions.insert(GoogleErrors.keptMention)
    }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    mention(type: node.name)
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    mention(type: node.name)
    return .visitChildren
  }

  private func mention(type name: TokenSyntax) {
    guard name.text == "PromiseError" else { return }
    mentions.formUnion(["PromiseError", GoogleErrors.keptMention])
  }

  /// Operators that stay on another queue reject with google/promises' own errors.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "validate",
      ![nil, ".main", "DispatchQueue.main"].contains(node.argument("on")?.trimmedDescription)
        || node.allArguments.last?.value.is(ClosureExprSyntax.self) != true
    {
      mentions.insert(GoogleErrors.keptMention)
    }
    return .visitChildren
  }
}

extension ExprSyntax {
  /// What `is`, `as?` or `as!` asks for this type.
  var castValue: ExprSyntax? {
    guard let operands = parent?.as(ExprListSyntax.self).map(Array.init),
      let index = operands.firstIndex(where: { $0.id == id }), index > 1
    else { return nil }
    let cast = operands[index - 1].as(UnresolvedAsExprSyntax.self)
    let isCast =
      operands[index - 1].is(UnresolvedIsExprSyntax.self) || cast?.questionOrExclamationMark != nil
    return isCast ? operands[index - 2] : nil
  }
}
