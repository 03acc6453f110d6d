// A module that was written for Bolts.

import AsyncPromises
import BoltsCompat
import CrossroadsService

/// What is printed on a parcel.
public struct Labels: Sendable {
  private let service: Service

  /// Asks `service`.
  public init(_ service: Service) { self.service = service }

  /// The number on the label of the parcel.
  public func number(for name: String) -> BoltsCompat.Task<String> {
    ask("number for \(name)").continueOnSuccessWith { "No. \($0)" }
  }

  /// Where the module meets its service, it is on the way to the new vocabulary.
  private func ask(_ question: String) -> BoltsCompat.Task<String> {
    let request = service.request(question)
    return BoltsCompat.Task(
      Promise { resolver in
        resolver.onCancel { request.cancel() }
        request.start { resolver.resolve(with: $0) }
      })
  }
}
