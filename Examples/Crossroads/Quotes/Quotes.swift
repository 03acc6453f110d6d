// A module that puts functions with callbacks together by operators.

import AsyncPromises
import CrossroadsService
import PromiseOperators

/// What it costs to send things.
public struct Quotes: Sendable {
  private let service: Service

  /// Asks `service`.
  public init(_ service: Service) { self.service = service }

  /// What it costs to send so many things: weighed first, then stamped and insured at once.
  public func price(of count: Int) -> Promise<String> {
    let quote = ask("weight") +> ask("stamp") <> ask("insurance")
    return quote("\(count) things").map { stamp, insurance in "\(stamp), \(insurance)" }
  }

  private func ask(_ question: String) -> PromiseFunction<String, String> {
    { [service] input in
      Promise { resolver in
        let request = service.request("\(question) of \(input)")
        resolver.onCancel { request.cancel() }
        request.start { resolver.resolve(with: $0) }
      }
    }
  }
}
