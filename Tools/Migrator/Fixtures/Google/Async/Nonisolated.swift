// Code of no actor, whose handlers run on the main queue all the same.

import AsyncPromises

struct NonisolatedError: Error, Equatable {}

@MainActor
final class NonisolatedLabel {
  var text = "" {
    didSet { MainActor.preconditionIsolated() }
  }
}

struct NonisolatedLoader: Sendable {
  let label: NonisolatedLabel

  func number(_ number: Int) -> Promise<Int> {
    number < 0 ? Promise.rejected(NonisolatedError()) : Promise.fulfilled(number)
  }

  private func show(_ text: String) {
    MainActor.assumeIsolated { label.text = text }
  }

  func load(_ start: Int) async throws -> Int {
    do {
      return try await number(start).map { @MainActor number in
        MainActor.preconditionIsolated()
        return number + 1
      }.then { @MainActor in
        MainActor.preconditionIsolated()
        return self.number($0 * 2)
      }.map { @MainActor number in
        self.show("\(number)")
        return number
      }.recover { @MainActor error in
        MainActor.preconditionIsolated()
        if start < -1 { throw error }
        return 0
      }.validate { @MainActor _ in
        MainActor.preconditionIsolated()
        return true
      }.finally { @MainActor in
        MainActor.preconditionIsolated()
      }.get()
    } catch {
      try Task.checkCancellation()
      await MainActor.run { MainActor.preconditionIsolated() }
      throw error
    }
  }

  func made(_ value: Int) async throws -> Int {
    let value = try await Promise.fulfilled.then { @MainActor in Promise<Int> { resolver in
      MainActor.preconditionIsolated()
      resolver.fulfill(value)
    } }.get()
    return await MainActor.run {
      self.show("made")
      return value
    }
  }

  func worked(_ value: Int) async throws -> Int {
    try await Promise<Int> { @MainActor in
      MainActor.preconditionIsolated()
      return value
    }.get()
  }

  func tried(_ value: Int) async throws -> Int {
    try await Promise.retry(maxAttempts: 2, backoff: .constant(.seconds(0)), when: { @MainActor _, _ in (value > -5) ? .retry : .stop }) { @MainActor _ in self.number(value) }.get()
  }
}
