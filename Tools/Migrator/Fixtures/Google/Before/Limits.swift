// Time limits, delays and conditions, and the errors that they reject with.

import GooglePromisesCompat

@MainActor
final class LimitedWork {
  private let work = Promise<String>.pending()
  private(set) var status = ""
  private(set) var isOver = false

  func finish(_ text: String) { work.fulfill(text) }

  /// The work goes on after the limit.
  func start(limit: Double) -> Promise<String> {
    work.always { self.isOver = true }
      .timeout(limit)
      .validate { !$0.isEmpty }
      .catch { error in
        switch PromiseError(error) {
        case .timedOut?: self.status = "too slow"
        case .validationFailure?: self.status = "empty"
        case nil: self.status = "failed"
        }
      }
  }

  func name(of error: any Error) -> String {
    if PromiseError(error) == .timedOut { return "time" }
    if case .validationFailure? = PromiseError(error) { return "validation" }
    return "other"
  }

  func refused() -> Promise<Int> {
    Promise(1).validate(on: .main) { number in number > 1 }.catch { error in
      self.status = self.name(of: error)
    }
  }

  func refusedByHand() -> Promise<Int> {
    Promise(1).then { number in
      if number == 1 { throw PromiseError.validationFailure }
    }.catch { self.status = self.name(of: $0) }
  }

  func late() -> Promise<Int> {
    Promise(2).delay(on: .main, 0.01).then { $0 + 1 }.delay(0)
  }
}
