// How PromiseKit's `after` is rewritten.

import SwiftSyntax

extension PromiseKitJudge {
  /// `after(seconds: 1)`, `after(.seconds(1))` and `after(interval)`.
  static func after(_ call: FunctionCallExprSyntax, _ promise: String) -> Verdict {
    guard let argument = call.arguments.first, let right = call.rightParen else {
      return .kept(.timeInterval)
    }
    func delay(_ text: String, _ change: (inout Edits) -> Void) -> Verdict {
      .rewritten("Promise.delay(for: .\(text)(…))") { edits in
        edits.rename(call, to: "\(promise).delay")
        change(&edits)
      }
    }
    if let label = argument.label, label.text == "seconds" {
      return delay("seconds") { edits in
        edits.replace(
          from: label.positionAfterSkippingLeadingTrivia,
          to: argument.expression.positionAfterSkippingLeadingTrivia, with: "for: .seconds(")
        edits.replace(right, with: "))")
      }
    }
    guard argument.label == nil else { return .kept(.timeInterval) }
    guard let interval = argument.expression.as(FunctionCallExprSyntax.self),
      let member = interval.calledExpression.as(MemberAccessExprSyntax.self),
      member.base == nil || member.base?.trimmedDescription == "DispatchTimeInterval",
      ["seconds", "milliseconds", "microseconds", "nanoseconds"].contains(
        member.declName.baseName.text)
    else {
      return delay("interval") { edits in
        edits.insert("for: .interval(", before: argument.expression)
        edits.insert(")", after: argument.expression)
        edits.declareInterval()
      }
    }
    return delay(member.declName.baseName.text) { edits in
      edits.replace(
        from: argument.positionAfterSkippingLeadingTrivia,
        to: member.period.positionAfterSkippingLeadingTrivia, with: "for: ")
    }
  }
}

extension Edits {
  /// Whether they declare what needs Dispatch.
  var declaresInterval: Bool {
    declarations["extension Duration"]?.contains { $0.contains("DispatchTimeInterval") } ?? false
  }

  fileprivate mutating func declareInterval() {
    declare(
      """
        /// The duration of an interval of Dispatch; of `never`, a century.
        fileprivate static func interval(_ interval: DispatchTimeInterval) -> Duration {
          switch interval {
          case .seconds(let number): .seconds(number)
          case .milliseconds(let number): .milliseconds(number)
          case .microseconds(let number): .microseconds(number)
          case .nanoseconds(let number): .nanoseconds(number)
          default: .seconds(3_000_000_000)
          }
        }
      """, in: "extension Duration")
  }
}
