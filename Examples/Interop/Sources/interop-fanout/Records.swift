// Checks the answers against the traces, and counts the requests.

import InMemoryTracing
import Tracing

struct Records {
  struct Wrong: Error {
    let item: Int
    let what: String
  }

  let answers: [Buyer.Answer]
  let requests: Int
  let failures: Int
  let withdrawn: Int

  /// Checks that the trace of each item shows which server answered.
  init(
    _ answers: [Buyer.Answer], of items: ClosedRange<Int>, _ spans: [FinishedInMemorySpan]
  ) throws {
    let byTrace = Dictionary(grouping: spans, by: \.traceID)
    for (item, answer) in zip(items, answers) {
      guard answer.price == Buyer.rightPrice(of: item) else {
        throw Wrong(item: item, what: "price \(answer.price)")
      }
      let own = byTrace[answer.trace] ?? []
      guard let root = own.first(where: { $0.operationName == "item \(item)" }) else {
        throw Wrong(item: item, what: "not in the trace \(answer.trace)")
      }
      let requests = own.filter { $0.spanID != root.spanID }
      guard requests.allSatisfy({ $0.parentSpanID == root.spanID }),
        requests.contains(where: { $0.server == answer.server && $0.errors.isEmpty })
      else { throw Wrong(item: item, what: "the trace doesn't show \(answer.server)") }
    }
    let requests = spans.filter { $0.kind == .client }
    self.answers = answers
    self.requests = requests.count
    failures = requests.count { !$0.errors.isEmpty }
    withdrawn = requests.count - failures - answers.count
  }

  func answers(by server: String) -> Int { answers.count { $0.server == server } }
}

extension FinishedInMemorySpan {
  fileprivate var server: String? {
    if case .string(let name)? = attributes["server"]?.toSpanAttribute() { name } else { nil }
  }
}
