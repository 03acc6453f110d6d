// A module written for Bolts.

import AsyncPromises
import BoltsCompat
import CrossroadsService

/// Labels for parcels.
public struct Labels: Sendable {
  private let service: Service

  /// Creates labels that query the service.
  public init(_ service: Service) { self.service = service }

  /// The number on the label of the parcel.
  public func number(for name: String) -> BoltsCompat.Task<String> {
    ask("number for \(name)").continueOnSuccessWith { "No. \($0)" }
  }

  /// The call to the service has already been migrated to this library.
  private func ask(_ question: String) -> BoltsCompat.Task<String> {
    let request = service.request(question)
    return BoltsCompat.Task(
      Promise { resolver in
        resolver.onCancel { request.cancel() }
        request.start { resolver.resolve(with: $0) }
      })
  }
}
