// A module that was written for google/promises.

import AsyncPromises
import CrossroadsService
import GooglePromisesCompat

/// Things and their prices.
public struct Catalog: Sendable {
  private let service: Service

  /// Asks `service`.
  public init(_ service: Service) { self.service = service }

  /// What is in the parcel, with the prices.
  public func lines(_ items: [String]) -> GooglePromisesCompat.Promise<[String]> {
    all(items.map { item in ask("price of \(item)").then { "\(item) at \($0)" } })
  }

  /// Where the module meets its service, it is on the way to the new vocabulary.
  private func ask(_ question: String) -> GooglePromisesCompat.Promise<String> {
    let request = service.request(question)
    return GooglePromisesCompat.Promise(
      AsyncPromises.Promise { resolver in
        resolver.onCancel { request.cancel() }
        request.start { resolver.resolve(with: $0) }
      })
  }
}
