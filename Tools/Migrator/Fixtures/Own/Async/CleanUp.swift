// Clean-up: in its place, on its actor, whatever happens.

import AsyncPromises
import Dispatch

@MainActor
final class CleanUp {
  let journal = Journal()

  func last(_ number: Int) async throws -> Int {
    journal.write("begins")
    defer {
      self.journal.write("over")  // in any case
    }
    let half = try await half(number)
    self.journal.write("half")
    return half
  }

  /// Before the error is shown, and before what follows.
  func between(_ number: Int) async throws {
    do {
      do {
        defer {
          self.journal.write("over")
        }
        let half = try await half(number)
        self.journal.write("\(half)")
      }
      self.journal.write("then")
    } catch {
      try Task.checkCancellation()
      self.journal.write("\(error)")
      throw error
    }
  }

  func twice(_ number: Int) async throws -> Int {
    defer {
      self.journal.write("outer")
    }
    let half2: Int
    do {
      defer {
        self.journal.write("inner")
      }
      half2 = try await half(number)
    }
    defer {
      self.journal.write("middle")
    }
    return try await self.half(half2)
  }

  /// Nothing to clean up where nothing began.
  func guarded(_ number: Int) async throws -> Int {
    guard number > 0 else { throw Unwanted(what: "none") }
    defer {
      self.journal.write("over")
    }
    return try await half(number)
  }

  /// This one is over when the function returns, not when the work is.
  func atOnce(_ number: Int) -> Promise<Int> {
    journal.write("on")
    defer { journal.write("off") }
    return Promise.immediate { try await half(number) }.map { half in
      self.journal.write("half")
      return half
    }
  }

  private func half(_ number: Int) async throws -> Int {
    if number % 2 == 0 {
      return number / 2
    } else {
      throw Unwanted(what: "odd")
    }
  }
}

/// Work off the main thread, shown on it.
struct Background: Sendable {
  let journal: Journal

  private func positive(_ numbers: [Int]) async throws -> [Int] {
    if (numbers.contains { $0 < 0 }) {
      throw Unwanted(what: "negative")
    } else {
      return numbers
    }
  }

  func sum(_ numbers: [Int]) async throws -> Int {
    do {
      let numbers = try await positive(numbers)
      dispatchPrecondition(condition: .notOnQueue(.main))
      let sum = numbers.reduce(0, +)
      let double = await MainActor.run {
        self.journal.write("sum \(sum)")
        return sum * 2
      }
      dispatchPrecondition(condition: .notOnQueue(.main))
      return double + 1
    } catch {
      try Task.checkCancellation()
      await MainActor.run { self.journal.write("\(error)") }
      throw error
    }
  }
}
