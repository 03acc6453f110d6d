// What becomes of Bolts' calls.

import SwiftSyntax

enum BoltsJudge {
  static func judge(_ site: LinkSite) -> Verdict {
    if site.call?.argument("cancellationToken") != nil { return .kept(.cancellationToken) }
    switch site.name {
    case "continueOnSuccessWith": return site.rewritten("map { … }")
    case "continueOnSuccessWithTask": return site.rewritten("then { … }")
    case "continueOnErrorWith", "continueOnErrorWithTask": return onError(site)
    case "continueWith", "continueWithTask": return .kept(.allOutcomes)
    case "waitUntilCompleted": return .kept(.blockingWait)
    case "asyncPromise": return .rewritten("the promise itself")
    case "cancel": return .rewritten("cancel()")
    default: return .kept(.inspection)
    }
  }

  private static func onError(_ site: LinkSite) -> Verdict {
    guard let closure = site.closure else { return .kept(.functionReference) }
    let form = site.name.hasSuffix("Task") ? ".promise" : nil
    if let type = closure.typeOfFirstParameter, !["Error", "any Error"].contains(type) {
      let arguments = ["from: \(type).self", form].compactMap { $0 }.joined(separator: ", ")
      return site.rewritten("recover(\(arguments)) { … }")
    }
    // A cancelled task is not one with an error.
    let call = form.map { "recover(\($0))" } ?? "recover"
    return site.rewritten("\(call) { if $0 is CancellationError { throw $0 }; … }")
  }

  static func judge(initializer call: FunctionCallExprSyntax) -> Verdict {
    guard let argument = call.allArguments.first else { return .kept(.unknownCall) }
    if argument.label == "error" { return .rewritten(".rejected(…)") }
    let hasClosure = call.allArguments.contains { $0.value.is(ClosureExprSyntax.self) }
    return hasClosure ? .kept(.inlineExecutor) : .rewritten(".fulfilled(…)")
  }

  static func judge(member name: String, _ call: FunctionCallExprSyntax?) -> Verdict {
    if call?.argument("cancellationToken") != nil { return .kept(.cancellationToken) }
    return switch name {
    case "cancelledTask": .rewritten(".rejected(CancellationError())")
    case "withDelay": .rewritten("Promise.delay(for: .seconds(…))")
    case "whenAll", "whenAllResult", "whenAny": .kept(.groupOfOutcomes)
    case "execute", "executeWithTask": .kept(.inlineExecutor)
    default: .kept(.unknownCall)
    }
  }
}

extension ClosureExprSyntax {
  var typeOfFirstParameter: String? {
    guard case .parameterClause(let list)? = signature?.parameterClause else { return nil }
    return list.parameters.first?.type?.trimmedDescription
  }
}
