// A module written for google/promises.

import AsyncPromises
import CrossroadsService
import GooglePromisesCompat

/// Items and their prices.
public struct Catalog: Sendable {
  private let service: Service

  /// Creates a catalog that queries the service.
  public init(_ service: Service) { self.service = service }

  /// The contents of the parcel, with prices.
  public func lines(_ items: [String]) -> GooglePromisesCompat.Promise<[String]> {
    all(items.map { item in ask("price of \(item)").then { "\(item) at \($0)" } })
  }

  /// The call to the service has already been migrated to this library.
  private func ask(_ question: String) -> GooglePromisesCompat.Promise<String> {
    let request = service.request(question)
    return GooglePromisesCompat.Promise(
      AsyncPromises.Promise { resolver in
        resolver.onCancel { request.cancel() }
        request.start { resolver.resolve(with: $0) }
      })
  }
}
