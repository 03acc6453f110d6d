// A module that combines callback functions with operators.

import AsyncPromises
import CrossroadsService
import PromiseOperators

/// The cost of sending items.
public struct Quotes: Sendable {
  private let service: Service

  /// Creates quotes that query the service.
  public init(_ service: Service) { self.service = service }

  /// The cost of sending the items: weighs them first, then stamps and insures them concurrently.
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
