// RetryLoop.swift: recipes for retries, polling and time limits, and an export that uses all three.

import Foundation
import PromiseKitCompat

/// Calls the body until its promise is fulfilled, up to `maximumRetryCount` times, with pauses.
func attempt<T>(
  maximumRetryCount: Int = 3,
  delayBeforeRetry: DispatchTimeInterval = .seconds(2),
  _ body: @escaping () -> Promise<T>
) -> Promise<T> {
  func run(_ number: Int) -> Promise<T> {
    body().recover { error -> Promise<T> in
      guard number < maximumRetryCount else { throw error }
      return after(delayBeforeRetry).then { run(number + 1) }
    }
  }
  return run(1)
}

/// Asks repeatedly until there is an answer.
func poll<T>(
  every interval: DispatchTimeInterval, _ ask: @escaping () -> Promise<T?>
) -> Promise<T> {
  ask().then { answer -> Promise<T> in
    if let answer { return .value(answer) }
    return after(interval).then { poll(every: interval, ask) }
  }
}

struct TimedOut: Error {}

/// The promise, or `TimedOut` if the limit is reached first.
func withLimit<T>(_ limit: Guarantee<Void>, _ promise: Promise<T>) -> Promise<T> {
  let timeout = limit.done { throw TimedOut() }
  return race(promise.asVoid(), timeout).then { promise }
}

/// Starts an export on the server, waits until it is ready, and loads the result.
@MainActor
final class Exporter {
  struct Status: Codable, Sendable {
    let file: String?
  }

  let statusLabel = Label()
  private let server: Server
  private let pause: DispatchTimeInterval

  init(server: Server, pause: DispatchTimeInterval = .seconds(1)) {
    self.server = server
    self.pause = pause
  }

  func export(_ document: String, seconds: TimeInterval = 60) -> Promise<String> {
    export(document, limit: after(seconds: seconds))
  }

  func export(_ document: String, limit: Guarantee<Void>) -> Promise<String> {
    statusLabel.text = "exporting"
    let file = firstly {
      attempt(delayBeforeRetry: pause) { self.server.post("export/\(document)") }
    }.then {
      poll(every: self.pause) { self.status(of: document) }
    }.then { file in
      attempt(maximumRetryCount: 2, delayBeforeRetry: self.pause) { self.server.get(file) }
    }.map { data in
      String(decoding: data, as: UTF8.self)
    }
    return withLimit(limit, file).tap { [weak self] result in
      switch result {
      case .fulfilled: self?.statusLabel.text = "ready"
      case .rejected(is TimedOut): self?.statusLabel.text = "too slow"
      case .rejected: self?.statusLabel.text = "failed"
      }
    }
  }

  private func status(of document: String) -> Promise<String?> {
    server.get(Status.self, "status/\(document)").map(\.file)
  }
}
