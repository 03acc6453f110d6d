// Pauses, and a limit of time.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct TimedOut: Error {}

enum TimedWork {
  static func pause(_ seconds: TimeInterval) async throws -> String {
    try await Task.sleep(for: .seconds(seconds))
    return await MainActor.run { "paused" }
  }

  static func short() async throws { try await Promise.delay(for: .milliseconds(1)).get() }

  static func qualified() async throws {
    try await Promise.delay(for: .nanoseconds(10)).get()
  }

  /// The interval is made elsewhere.
  static func pause(_ interval: DispatchTimeInterval) async throws -> Int {
    try await after(interval).asyncPromise.get()
    return await MainActor.run { 1 }
  }

  static func limited<T: Sendable>(
    _ promise: Promise<T>, by limit: Promise<Void>
  ) async throws -> T {
    let timeout = limit.done { @MainActor in throw TimedOut() }
    try await Promise.race(promise.map { _ in }, timeout).get()
    return try await MainActor.run { promise }.get()
  }
}

/// What comes when it is told to.
@MainActor
final class TimedAnswer {
  private let (answer, seal) = Promise<Int>.pending()
  private let (limit, reach) = Promise<Void>.pending()

  func limited() async throws -> Int {
    try await TimedWork.limited(answer, by: limit.recover { _ in })
  }

  func come() { seal.fulfill(1) }
  func end() { reach.fulfill(()) }
}
