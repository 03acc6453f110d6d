// What can be said of a promise without waiting.

import PromiseKitCompat

@MainActor
final class InspectionCache {
  private var loading: [Int: Promise<Int>] = [:]
  private(set) var loads = 0

  /// The same promise for all who ask.
  func number(_ id: Int) -> Promise<Int> {
    if let known = loading[id],
      !known.isRejected
    {
      return known
    }
    loads += 1
    let promise = id < 0 ? Promise<Int>(error: DeskError.refused) : .value(id * 2)
    loading[id] = promise
    return promise
  }

  func isSame(_ id: Int) -> Bool { number(id) === number(id) && number(id) !== number(id + 1) }

  func state(_ promise: Promise<Int>) -> String {
    if promise.isPending { return "pending" }
    if let value = promise.value {
      return "value \(value), \(promise.isFulfilled)"
    }
    let error = promise.error
    if let error = error as? DeskError {
      return "\(error), \(!promise.isFulfilled)"
    }
    return promise.isResolved ? "resolved" : "never"
  }

  func states() -> [String] {
    let (pending, seal) = Promise<Int>.pending()
    let early = state(pending)
    seal.fulfill(3)
    let none = Promise<Int?>.value(nil)
    return [
      early, state(pending), state(number(-1)), state(number(4)),
      "\(none.value == .some(nil))",
      "\(Guarantee.value("x").value ?? "")",
      "\(number(5).value == 10)",
    ]
  }
}
