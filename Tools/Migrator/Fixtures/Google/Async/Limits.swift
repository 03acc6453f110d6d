// Time limits, delays and conditions, and the errors that they reject with.

import AsyncPromises

@MainActor
final class LimitedWork {
  private let (work, workResolver) = Promise<String>.pending()
  private(set) var status = ""
  private(set) var isOver = false

  func finish(_ text: String) { workResolver.fulfill(text) }

  /// The work goes on after the limit.
  func start(limit: Double) async throws -> String {
    do {
      let value = try await work.finally { self.isOver = true }
        .shielded().timeout(after: .seconds(limit)).get()
      guard !value.isEmpty else { throw PromiseError.invalid }
      return value
    } catch {
      try Task.checkCancellation()
      switch error as? PromiseError {
      case .timedOut?: self.status = "too slow"
      case .invalid?: self.status = "empty"
      default: self.status = "failed"
      }
      throw error
    }
  }

  func name(of error: any Error) -> String {
    if case .timedOut? = error as? PromiseError { return "time" }
    if case .invalid? = error as? PromiseError { return "validation" }
    return "other"
  }

  func refused() async throws -> Int {
    do {
      return try await Promise.fulfilled(1).validate { number in number > 1 }.get()
    } catch {
      try Task.checkCancellation()
      self.status = self.name(of: error)
      throw error
    }
  }

  func refusedByHand() async throws -> Int {
    do {
      return try await Promise.fulfilled(1).map { number in
        if number == 1 { throw PromiseError.invalid }
        return number
      }.get()
    } catch {
      try Task.checkCancellation()
      self.status = self.name(of: error)
      throw error
    }
  }

  func late() async throws -> Int {
    let value = try await Promise.fulfilled(2).delay(by: .seconds(0.01)).get()
    let value2 = value + 1
    try await Task.sleep(for: .seconds(0))
    return value2
  }
}
