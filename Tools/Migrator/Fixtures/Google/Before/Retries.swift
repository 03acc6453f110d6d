// Work that is tried again: how often, after which pause, and for which errors.

import GooglePromisesCompat

enum RetryError: Error, Equatable {
  case busy
  case gone
}

@MainActor
final class RetriedWork {
  private(set) var calls = 0
  private(set) var log: [String] = []
  private var answers: [RetryError?]

  /// - Parameter answers: nil for success; the last one is given again and again.
  init(_ answers: [RetryError?]) { self.answers = answers }

  private func work() -> Promise<Int> {
    calls += 1
    let answer = answers.count > 1 ? answers.removeFirst() : answers[0]
    if let answer { return Promise(answer) }
    return Promise(calls)
  }

  func twice() -> Promise<Int> {
    retry(attempts: 2, delay: 0) { self.work() }
  }

  func often(_ count: Int) -> Promise<Int> {
    retry(on: .main, attempts: count, delay: 0.001) { [weak self] in
      guard let self else { return Promise(RetryError.gone) }
      return self.work()
    }
  }

  /// If it is just busy.
  func patiently() -> Promise<Int> {
    retry(
      attempts: 3, delay: 0,
      condition: { left, error in
        self.log.append("\(left) left")
        if error as? RetryError == .gone { return false }
        return left > 1 || self.calls < 3
      }
    ) {
      self.work()
    }.then { number in
      self.log.append("number \(number)")
    }
  }

  func shortly() -> Promise<Int> {
    retry(attempts: 1, delay: 0, condition: { $1 as? RetryError != .gone }) { self.work() }
  }
}
