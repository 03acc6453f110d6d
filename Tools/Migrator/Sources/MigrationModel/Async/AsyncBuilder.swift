// Builds the statements of one chain. The statements of each link follow or enclose the statements
// of the links before it.

import SwiftSyntax

struct AsyncBuilder {
  let writer: AsyncWriter
  let chain: AsyncChain
  /// The number of links, counted from the head, that stay a promise.
  let base: Int
  let scope: CodeBlockItemListSyntax
  /// The patterns that bind the closures' parameters in the function, by link.
  var patterns: [Int: String] = [:]
  var onMainActor: Set<Int> = []
  /// The name of the value passed to each link that receives a single value.
  var givenNames: [Int: String] = [:]

  init(
    _ writer: AsyncWriter, _ chain: AsyncChain, from base: Int, in scope: CodeBlockItemListSyntax
  ) throws(AsyncFailure) {
    self.writer = writer
    self.chain = chain
    self.base = base
    self.scope = scope
    for index in base..<chain.links.count {
      do { try prepare(index) } catch { throw AsyncFailure(reason: error.reason, links: index + 1) }
    }
  }

  mutating func build(_ target: AsyncTarget) throws(AsyncFailure) -> [String] {
    try build(chain.links.count, target)
  }

  // MARK: Names

  func closure(_ index: Int) throws(AsyncFailure) -> ClosureExprSyntax {
    guard let closure = chain.links[index].call?.allArguments.last?.value.as(ClosureExprSyntax.self)
    else { throw AsyncFailure(reason: .asyncLink) }
    return closure
  }

  /// Checks that a link can be a statement, and finds names for its closure's parameters.
  private mutating func prepare(_ index: Int) throws(AsyncFailure) {
    let link = chain.links[index]
    guard let call = link.call, let name = link.name,
      writer.typer.declaredMembers(name, call, on: chain.shape(after: index), isStatic: false)
        .isEmpty
    else { throw AsyncFailure(reason: .asyncLink) }
    if name == "delay" {
      guard call.arguments.count == 1, call.arguments.first?.label?.text == "by",
        call.trailingClosure == nil
      else { throw AsyncFailure(reason: .asyncLink) }
      return
    }
    // `Promise.fulfilled.then { … }` is meant to run its closure later.
    guard
      index > 0
        || chain.head.as(MemberAccessExprSyntax.self)?.declName.trimmedDescription
          != "fulfilled"
    else { throw AsyncFailure(reason: .asyncLink) }
    guard let form = AsyncLinkForm(name, call) else { throw AsyncFailure(reason: .asyncLink) }
    let closure = try closure(index)
    if try writer.check(closure) == .mainActor {
      guard !form.isAsync, form.kind != .finally, form.kind != .recover, form.kind != .validate
      else { throw AsyncFailure(reason: .asyncIsolation) }
      onMainActor.insert(index)
      if form.given == .value { patterns[index] = try pattern(closure, index) }
      return
    }
    switch form.given {
    case .value:
      if !continues(closure, index) { patterns[index] = try pattern(closure, index) }
      for item in closure.statements {
        for name in item.declaredNames
        where !writer.names.bind(local: name, of: closure, in: scope) {
          throw AsyncFailure(reason: .asyncNames)
        }
      }
    case .error, .nothing: break
    }
    writer.inlined.insert(closure.id)
  }

  // MARK: Statements

  private func build(_ count: Int, _ target: AsyncTarget) throws(AsyncFailure) -> [String] {
    if !target.tellsType, writer.typer.isToldOutside(chain.node(after: count)) {
      throw AsyncFailure(reason: .asyncLink)
    }
    guard count > base else {
      if base == 0 {
        if let pause = writer.pause(chain.head, target) { return pause }
        if let made = try writer.settled(chain.head, target) {
          return made.isEmpty ? [] : AsyncText.lines(made, without: chain.head.blanksOfLine)
        }
      }
      return writer.value(
        chain.node(after: base), isHead: base == 0, chain.shape(after: base), target)
    }
    do {
      return try statements(count - 1, target)
    } catch {
      throw error.links == nil ? AsyncFailure(reason: error.reason, links: count) : error
    }
  }

  private func statements(_ index: Int, _ target: AsyncTarget) throws(AsyncFailure) -> [String] {
    let link = chain.links[index]
    guard let call = link.call, let name = link.name else {
      throw AsyncFailure(reason: .asyncLink)
    }
    let comments = comments(index)
    if name == "delay" { return try delay(index, call, target, comments) }
    guard let form = AsyncLinkForm(name, call) else { throw AsyncFailure(reason: .asyncLink) }
    let closure = try closure(index)
    switch form.kind {
    case .map, .done, .then:
      let before = try build(
        index, patterns[index].map { .bind($0) } ?? .discard(isVoid: closure.takesNothing))
      let after =
        onMainActor.contains(index)
        ? try writer.onMainActor(closure, form.kind, target)
        : try writer.inlined(closure, form.kind, target)
      return before + comments + after
    case .validate: return try validate(index, closure, target, comments)
    case .finally: return try finally(index, closure, target, comments)
    case .catch, .recover: return try handling(index, form, closure, target, comments)
    }
  }

  /// Pauses after a value, but not after an error.
  private func delay(
    _ index: Int, _ call: FunctionCallExprSyntax, _ target: AsyncTarget, _ comments: [String]
  ) throws(AsyncFailure) -> [String] {
    guard let time = call.arguments.first?.expression else {
      throw AsyncFailure(reason: .asyncLink)
    }
    let pause = comments + ["try await \(writer.task).sleep(for: \(writer.text(of: time)))"]
    switch target {
    case .discard: return try build(index, target) + pause
    case .bind, .assign: return try build(index, target) + pause
    case .result:
      if writer.function.isVoid { return try build(index, .discard(isVoid: true)) + pause }
      let name = writer.names.fresh("value")
      return try build(index, .bind(name)) + pause + ["return \(name)"]
    }
  }

  private func validate(
    _ index: Int, _ closure: ClosureExprSyntax, _ target: AsyncTarget, _ comments: [String]
  ) throws(AsyncFailure) -> [String] {
    guard let only = closure.onlyExpression else { throw AsyncFailure(reason: .asyncLink) }
    let test = writer.text(of: only)
    guard !test.contains("\n"), !test.contains("{") else {
      throw AsyncFailure(reason: .asyncLink)
    }
    let check = comments + ["guard \(test) else { throw PromiseError.invalid }"]
    guard let pattern = patterns[index] else {
      guard case .discard = target else { throw AsyncFailure(reason: .asyncLink) }
      return try build(index, target) + check
    }
    let value = pattern.split(separator: ":").first.map(String.init) ?? pattern
    let before = try build(index, .bind(pattern)) + check
    if case .discard = target { return before }
    if case .result = target, writer.function.isVoid { return before }
    return before + [writer.statement(value, target, isVoid: false)]
  }

  private func finally(
    _ index: Int, _ closure: ClosureExprSyntax, _ target: AsyncTarget, _ comments: [String]
  ) throws(AsyncFailure) -> [String] {
    guard !closure.hasReturn else { throw AsyncFailure(reason: .earlyExit) }
    let body = writer.body(closure, .plain)
    let cleanup = comments + block("defer", body)
    writer.blocks += 1
    defer { writer.blocks -= 1 }
    if case .result = target { return cleanup + (try build(index, .result)) }
    return try inBlock(index, target) { target throws(AsyncFailure) in
      block("do", cleanup + (try build(index, target)))
    }
  }

  /// `catch` and `recover`: the `do` contains exactly the links before them.
  private func handling(
    _ index: Int, _ form: AsyncLinkForm, _ closure: ClosureExprSyntax, _ target: AsyncTarget,
    _ comments: [String]
  ) throws(AsyncFailure) -> [String] {
    let name = try writer.errorName(closure)
    return try inBlock(index, target) { target throws(AsyncFailure) in
      writer.blocks += 1
      let inside: [String]
      do throws(AsyncFailure) {
        inside = try build(index, target)
        writer.blocks -= 1
      } catch {
        writer.blocks -= 1
        throw error
      }
      guard inside.contains(where: { $0.contains("try ") || $0.contains("throw ") }) else {
        throw AsyncFailure(reason: .asyncLink)
      }
      var attempt = block("do", inside)
      attempt.removeLast()
      let opening = "} \(form.catching(name)) {"
      var body: [String]
      if form.kind == .catch {
        body =
          onMainActor.contains(index)
          ? try writer.onMainActor(closure, .done, .discard(isVoid: true))
          : writer.body(closure, .rethrowing(name))
        body.append("throw \(name)")
      } else {
        body = try writer.inlined(closure, form.isPromise ? .then : .map, target)
      }
      // A cancelled promise skips its handlers for errors.
      if form.seesAllErrors { body.insert("try \(writer.task).checkCancellation()", at: 0) }
      body = comments + body
      return attempt + [opening] + AsyncText.indented(body, by: writer.unit) + ["}"]
    }
  }

  /// Makes statements in a block. If they bind a value, its constant is declared before the block,
  /// so that later code can use it.
  private func inBlock(
    _ index: Int, _ target: AsyncTarget,
    _ make: (AsyncTarget) throws(AsyncFailure) -> [String]
  ) throws(AsyncFailure) -> [String] {
    guard case .bind(let name) = target else { return try make(target) }
    guard name.allSatisfy({ $0.isLetter || $0.isNumber }), let type = type(after: index) else {
      throw AsyncFailure(reason: .asyncLink)
    }
    return ["let \(name): \(type)"] + (try make(.assign(name)))
  }

  private func block(_ keyword: String, _ lines: [String]) -> [String] {
    ["\(keyword) {"] + AsyncText.indented(lines, by: writer.unit) + ["}"]
  }

  /// The type of the value after `count` links, if the source reveals the whole type.
  private func type(after count: Int) -> String? {
    guard count > 0 else {
      guard let call = chain.head.as(FunctionCallExprSyntax.self) else { return nil }
      let members = writer.typer.calledMembers(call)
      guard members.count == 1, let type = members[0].type?.promisedType,
        members[0].context.generics.isEmpty
      else { return nil }
      return type.trimmedDescription
    }
    let link = chain.links[count - 1]
    if let name = link.name, OwnVocabulary.passesValue(name) { return type(after: count - 1) }
    return switch chain.shape(after: count).value {
    case .named(let name) where ["Int", "String", "Bool", "Double"].contains(name): name
    default: nil
    }
  }

  // MARK: Comments

  /// The comments of a link, except those of its closure's statements.
  private func comments(_ index: Int) -> [String] {
    guard let call = chain.links[index].call else { return [] }
    let before = chain.node(after: index)
    let statements = (try? closure(index))?.statements
    let brace = (try? closure(index))?.rightBrace
    var comments = index == 0 && base == 0 ? [] : AsyncText.comments(before.trailingTrivia)
    for token in call.tokens(viewMode: .sourceAccurate)
    where token.position >= before.endPosition {
      if let statements, token.position >= statements.position,
        token.position < statements.endPosition
      {
        continue
      }
      if token.id != brace?.id { comments += AsyncText.comments(token.leadingTrivia) }
      if token.endPosition < call.endPosition {
        comments += AsyncText.comments(token.trailingTrivia)
      }
    }
    return comments
  }
}
