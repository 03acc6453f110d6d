// The edits that make a function async, and a file with all its async functions.

import SwiftSyntax

extension AsyncWriter {
  /// The edits that make the function async.
  var written: Edits {
    var edits = writtenSignature
    edits.add(writtenBody)
    return edits
  }

  private var writtenBody: Edits {
    let edits = writtenStatements
    guard isLoop, let statements = function.node.body?.statements else { return edits }
    return loop(around: statements, edits)
  }

  private var writtenStatements: Edits {
    guard let statements = function.node.body?.statements else { return .none }
    guard statements.count == 1, let item = statements.first,
      let only = item.item.as(ExprSyntax.self)
    else { return edits(in: statements, .promise) }
    var edits = Edits()
    var lines: [String]
    do {
      lines = try lower(only, .result, in: statements)
    } catch {
      failure = error.reason
      return edits
    }
    if lines.first?.hasPrefix("return ") == true {
      lines[0] = String(lines[0].dropFirst("return ".count))
    }
    let indentation = only.blanksOfLine
    let isLong = only.positionInLine + (lines.first?.count ?? 0) > 94
    if item.indentation == nil, lines.count > 1 || isLong {
      let text = AsyncText.indented(lines, by: indentation + unit).joined(separator: "\n")
      edits.replaceBlanks(around: only, in: function.node, with: "\n\(text)\n\(indentation)")
    } else if lines.isEmpty, let body = function.node.body {
      edits.remove(
        from: body.leftBrace.endPositionBeforeTrailingTrivia,
        to: body.rightBrace.positionAfterSkippingLeadingTrivia)
    } else {
      edits.replace(only, with: lines.joined(separator: "\n\(indentation)"))
    }
    return edits
  }

  /// `async throws -> T` instead of `-> Promise<T>`.
  private var writtenSignature: Edits {
    var edits = Edits()
    let signature = function.node.signature
    guard let result = signature.returnClause else { return edits }
    if function.isNonsending {
      let own = function.node.modifiers.first { $0.name.tokenKind == .keyword(.nonisolated) }
      if let own {
        edits.replace(own, with: "nonisolated(nonsending)")
      } else {
        edits.insert("nonisolated(nonsending) ", before: function.node.funcKeyword)
      }
    }
    if let effects = signature.effectSpecifiers {
      edits.insert("async ", before: effects)
    } else {
      edits.insert(function.isVoid ? " async throws" : "async throws ", at: place(before: result))
    }
    if function.isVoid {
      let before = result.previousToken(viewMode: .sourceAccurate)
      edits.remove(
        from: before?.endPositionBeforeTrailingTrivia ?? result.position,
        to: result.endPositionBeforeTrailingTrivia)
      for attribute in function.node.attributes
      where attribute.trimmedDescription
        == "@discardableResult"
      {
        let next = attribute.nextToken(viewMode: .sourceAccurate)
        edits.remove(
          from: attribute.positionAfterSkippingLeadingTrivia,
          to: next?.positionAfterSkippingLeadingTrivia ?? attribute.endPosition)
      }
    } else {
      edits.replace(result.type, with: function.value)
    }
    // The promise implied that the types of its value are `Sendable`.
    let needed = function.impliedSendable.map { "\($0): Sendable" }.joined(separator: ", ")
    guard !needed.isEmpty else { return edits }
    if let clause = function.node.genericWhereClause {
      edits.insert(", \(needed)", after: clause)
    } else {
      edits.insert(" where \(needed)", after: signature)
    }
    return edits
  }

  private func place(before result: ReturnClauseSyntax) -> AbsolutePosition {
    guard function.isVoid else { return result.positionAfterSkippingLeadingTrivia }
    return result.previousToken(viewMode: .sourceAccurate)?.endPositionBeforeTrailingTrivia
      ?? result.position
  }
}

extension Edits {
  /// Replaces the only expression of a function, and the whitespace between it and the braces.
  fileprivate mutating func replaceBlanks(
    around node: ExprSyntax, in function: FunctionDeclSyntax, with text: String
  ) {
    guard let body = function.body else { return }
    remove(
      from: body.leftBrace.endPositionBeforeTrailingTrivia,
      to: node.positionAfterSkippingLeadingTrivia)
    replace(node, with: text)
    remove(
      from: node.endPositionBeforeTrailingTrivia,
      to: body.rightBrace.positionAfterSkippingLeadingTrivia)
  }
}

/// A file, rewritten once it is known which functions become async.
struct AsyncFile: Sendable {
  /// Nil if two edits overlap, which is a bug in this tool. In that case, nothing is written.
  let text: String?
  let kept: [Kept]

  init(
    _ source: SourceFile, _ table: DeclarationTable, _ plan: AsyncPlan, _ own: [AsyncFunction],
    _ decision: AsyncDecision
  ) {
    var kept = own.compactMap { function in
      decision.reasons[function.id].map { why in
        Kept(
          place: why.place ?? source.place(of: function.node.name), name: function.member.fullName,
          reason: why.reason)
      }
    }
    // The writer needs a function; outside functions, it doesn't matter which.
    guard let any = own.first ?? plan.functions.values.first else {
      (text, self.kept) = (source.text, kept)
      return
    }
    let writer = AsyncWriter(source, Typer(source, table), plan, any)
    let edits = writer.edits(in: source.tree, .plain)
    kept += writer.keptLinks.values
    text = try? edits.applied(to: source.text)
    self.kept = kept.sorted()
  }
}
