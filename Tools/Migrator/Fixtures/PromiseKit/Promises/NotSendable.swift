// What may not leave its thread: it stays with the facade.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

/// Belongs to no actor, and is used on the main queue alone.
final class UnboundCart {
  private(set) var items: [String] = []

  func reload(_ names: Promise<[String]>) -> Promise<Int> {
    PromiseKitCompat.Promise(names).done { names in
      dispatchPrecondition(condition: .onQueue(.main))
      self.items = names
    }.map { self.items.count }.asyncPromise
  }
}

struct LooseReader: Sendable {
  let text: String

  func name() -> Promise<String> {
    PromiseKitCompat.Promise(Promise.fulfilled(Data(text.utf8))).compactMap { data in
      try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }.compactMap { json in
      json["name"] as? String
    }.asyncPromise
  }
}

@MainActor
final class UnboundScreen {
  let cart = UnboundCart()

  func count() -> Promise<Int> { cart.reload(.fulfilled(["a", "b"])) }
}
