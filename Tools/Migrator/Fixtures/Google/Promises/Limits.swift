// Time limits, delays and conditions, and the errors that they reject with.

import AsyncPromises

@MainActor
final class LimitedWork {
  private let (work, workResolver) = Promise<String>.pending()
  private(set) var status = ""
  private(set) var isOver = false

  func finish(_ text: String) { workResolver.fulfill(text) }

  /// The work goes on after the limit.
  func start(limit: Double) -> Promise<String> {
    work.finally { self.isOver = true }
      .shielded().timeout(after: .seconds(limit))
      .validate { !$0.isEmpty }
      .catch { error in
        switch error as? PromiseError {
        case .timedOut?: self.status = "too slow"
        case .invalid?: self.status = "empty"
        default: self.status = "failed"
        }
      }
  }

  func name(of error: any Error) -> String {
    if case .timedOut? = error as? PromiseError { return "time" }
    if case .invalid? = error as? PromiseError { return "validation" }
    return "other"
  }

  func refused() -> Promise<Int> {
    Promise.fulfilled(1).validate { number in number > 1 }.catch { error in
      self.status = self.name(of: error)
    }
  }

  func refusedByHand() -> Promise<Int> {
    Promise.fulfilled(1).map { number in
      if number == 1 { throw PromiseError.invalid }
      return number
    }.catch { self.status = self.name(of: $0) }
  }

  func late() -> Promise<Int> {
    Promise.fulfilled(2).delay(by: .seconds(0.01)).map { $0 + 1 }.delay(by: .seconds(0))
  }
}
