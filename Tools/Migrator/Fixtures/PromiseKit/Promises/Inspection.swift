// What can be said of a promise without waiting.

import AsyncPromises

@MainActor
final class InspectionCache {
  private var loading: [Int: Promise<Int>] = [:]
  private(set) var loads = 0

  /// The same promise for all who ask.
  func number(_ id: Int) -> Promise<Int> {
    if let known = loading[id],
      !(known.resultIfSettled.flatMap({ if case .failure(let error) = $0 { error } else { nil } }) != nil)
    {
      return known
    }
    loads += 1
    let promise = id < 0 ? Promise<Int>.rejected(DeskError.refused) : .fulfilled(id * 2)
    loading[id] = promise
    return promise
  }

  func isSame(_ id: Int) -> Bool { number(id) == number(id) && number(id) != number(id + 1) }

  func state(_ promise: Promise<Int>) -> String {
    if promise.resultIfSettled == nil { return "pending" }
    if let value = try? promise.resultIfSettled?.get() {
      return "value \(value), \((try? promise.resultIfSettled?.get()) != nil)"
    }
    let error = promise.resultIfSettled.flatMap({ if case .failure(let error) = $0 { error } else { nil } })
    if let error = error as? DeskError {
      return "\(error), \(!((try? promise.resultIfSettled?.get()) != nil))"
    }
    return (promise.resultIfSettled != nil) ? "resolved" : "never"
  }

  func states() -> [String] {
    let (pending, seal) = Promise<Int>.pending()
    let early = state(pending)
    seal.fulfill(3)
    let none = Promise<Int?>.fulfilled(nil)
    return [
      early, state(pending), state(number(-1)), state(number(4)),
      "\((try? none.resultIfSettled?.get()) == .some(nil))",
      "\((try? Promise.fulfilled("x").resultIfSettled?.get()) ?? "")",
      "\((try? number(5).resultIfSettled?.get()) == 10)",
    ]
  }
}
