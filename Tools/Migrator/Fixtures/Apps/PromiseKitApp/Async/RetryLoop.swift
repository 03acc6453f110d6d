// RetryLoop.swift: recipes for retries, polling and time limits, and an export that uses all three.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

/// Calls the body until its promise is fulfilled, with a pause before each further attempt.
func attempt<T: Sendable>(
  maximumRetryCount: Int = 3,
  delayBeforeRetry: DispatchTimeInterval = .seconds(2),
  _ body: @escaping () -> Promise<T>
) -> Promise<T> {
  func run(_ number: Int) -> Promise<T> {
    PromiseKitCompat.Promise(body()).recover { error -> PromiseKitCompat.Promise<T> in
      guard number < maximumRetryCount else { throw error }
      return PromiseKitCompat.Promise(after(delayBeforeRetry).then { PromiseKitCompat.Promise(run(number + 1)) }.asyncPromise)
    }.asyncPromise
  }
  return run(1)
}

/// Asks repeatedly until there is an answer.
func poll<T: Sendable>(
  every interval: DispatchTimeInterval, _ ask: @escaping () -> Promise<T?>
) -> Promise<T> {
  PromiseKitCompat.Promise(ask()).then { answer -> PromiseKitCompat.Promise<T> in
    if let answer { return PromiseKitCompat.Promise(.fulfilled(answer)) }
    return PromiseKitCompat.Promise(after(interval).then { PromiseKitCompat.Promise(poll(every: interval, ask)) }.asyncPromise)
  }.asyncPromise
}

struct TimedOut: Error {}

/// The promise, or `TimedOut` if the limit is reached first.
func withLimit<T: Sendable>(_ limit: Promise<Void>, _ promise: Promise<T>) -> Promise<T> {
  let timeout = limit.done { @MainActor in throw TimedOut() }
  return Promise.race(promise.map { _ in }, timeout).then { @MainActor in promise }
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

  func export(_ document: String, seconds: TimeInterval = 60) async throws -> String {
    try await export(document, limit: Promise.delay(for: .seconds(seconds))).get()
  }

  func export(_ document: String, limit: Promise<Void>) -> Promise<String> {
    statusLabel.text = "exporting"
    let file = attempt(delayBeforeRetry: pause) { self.server.post("export/\(document)") }.then {
      poll(every: self.pause) { Promise.immediate { try await self.status(of: document) } }
    }.then { file in
      attempt(maximumRetryCount: 2, delayBeforeRetry: self.pause) { self.server.get(file) }
    }.map { data in
      String(decoding: data, as: UTF8.self)
    }
    return withLimit(limit, file).tap { [weak self] result in
      switch result {
      case .success: self?.statusLabel.text = "ready"
      case .failure(is TimedOut): self?.statusLabel.text = "too slow"
      case .failure: self?.statusLabel.text = "failed"
      }
    }
  }

  private func status(of document: String) async throws -> String? {
    try await server.get(Status.self, "status/\(document)").map(\.file).get()
  }
}
