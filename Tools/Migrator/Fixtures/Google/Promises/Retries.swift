// Work that is tried again: how often, after which pause, and for which errors.

import AsyncPromises

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
    if let answer { return Promise.rejected(answer) }
    return Promise.fulfilled(calls)
  }

  func twice() -> Promise<Int> {
    Promise.retry(maxAttempts: 3, backoff: .constant(.seconds(0))) { _ in self.work() }
  }

  func often(_ count: Int) -> Promise<Int> {
    Promise.retry(maxAttempts: max(count, 0) + 1, backoff: .constant(.seconds(0.001))) { [weak self] _ -> Promise<Int> in
      guard let self else { return Promise.rejected(RetryError.gone) }
      return self.work()
    }
  }

  /// If it is just busy.
  func patiently() -> Promise<Int> {
    Promise.retry(
      maxAttempts: 4, backoff: .constant(.seconds(0)),
      when: { error, attempt in
        let left = 4 - attempt
        self.log.append("\(left) left")
        if error as? RetryError == .gone { return .stop }
        return (left > 1 || self.calls < 3) ? .retry : .stop
      }
    ) { _ in
      self.work()
    }.map { number in
      self.log.append("number \(number)")
      return number
    }
  }

  func shortly() -> Promise<Int> {
    Promise.retry(maxAttempts: 2, backoff: .constant(.seconds(0)), when: { error, _ in (error as? RetryError != .gone) ? .retry : .stop }) { _ in self.work() }
  }
}
