// What may not leave its thread: it stays with the facade, unless only the main actor uses it.

import Foundation
import PromiseKitCompat

/// Belongs to no actor, and is used on the main queue alone.
final class UnboundCart {
  private(set) var items: [String] = []

  func reload(_ names: Promise<[String]>) -> Promise<Int> {
    names.done { names in
      dispatchPrecondition(condition: .onQueue(.main))
      self.items = names
    }.map { self.items.count }
  }
}

struct LooseReader: Sendable {
  let text: String

  func name() -> Promise<String> {
    Promise.value(Data(text.utf8)).compactMap { data in
      try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }.compactMap { json in
      json["name"] as? String
    }
  }
}

@MainActor
final class UnboundScreen {
  let cart = UnboundCart()

  func count() -> Promise<Int> { cart.reload(.value(["a", "b"])) }
}
