// A module written for PromiseKit.

import CrossroadsService
import PromiseKitCompat

/// Names and addresses.
public struct Accounts: Sendable {
  private let service: Service

  /// Creates accounts that query the service.
  public init(_ service: Service) { self.service = service }

  /// The recipient's name and address.
  public func recipient(_ name: String) -> Promise<String> {
    firstly {
      ask("login of \(name)")
    }.then { account in
      ask("address of \(account)")
    }.map { address in
      "\(name), \(address)"
    }
  }

  private func ask(_ question: String) -> Promise<String> {
    let request = service.request(question)
    return Promise(onCancel: { request.cancel() }) { seal in
      request.start { seal.resolve($0) }
    }
  }
}
