// Clean-up: in its place, on its actor, whatever happens.

import AsyncPromises
import Dispatch

@MainActor
final class CleanUp {
  let journal = Journal()

  func last(_ number: Int) -> Promise<Int> {
    journal.write("begins")
    return half(number).map { half in
      self.journal.write("half")
      return half
    }.finally {
      self.journal.write("over")  // in any case
    }
  }

  /// Before the error is shown, and before what follows.
  func between(_ number: Int) -> Promise<Void> {
    half(number).done { half in
      self.journal.write("\(half)")
    }.finally {
      self.journal.write("over")
    }.done {
      self.journal.write("then")
    }.catch { error in
      self.journal.write("\(error)")
    }
  }

  func twice(_ number: Int) -> Promise<Int> {
    half(number).finally {
      self.journal.write("inner")
    }.then { half in
      self.half(half).finally { self.journal.write("middle") }
    }.finally {
      self.journal.write("outer")
    }
  }

  /// Nothing to clean up where nothing began.
  func guarded(_ number: Int) -> Promise<Int> {
    guard number > 0 else { return .rejected(Unwanted(what: "none")) }
    return half(number).finally { self.journal.write("over") }
  }

  /// This one is over when the function returns, not when the work is.
  func atOnce(_ number: Int) -> Promise<Int> {
    journal.write("on")
    defer { journal.write("off") }
    return half(number).map { half in
      self.journal.write("half")
      return half
    }
  }

  private func half(_ number: Int) -> Promise<Int> {
    number % 2 == 0 ? .fulfilled(number / 2) : .rejected(Unwanted(what: "odd"))
  }
}

/// Work off the main thread, shown on it.
struct Background: Sendable {
  let journal: Journal

  private func positive(_ numbers: [Int]) -> Promise<[Int]> {
    numbers.contains { $0 < 0 } ? .rejected(Unwanted(what: "negative")) : .fulfilled(numbers)
  }

  func sum(_ numbers: [Int]) -> Promise<Int> {
    positive(numbers).map { numbers in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return numbers.reduce(0, +)
    }.map { @MainActor sum in
      self.journal.write("sum \(sum)")
      return sum * 2
    }.map { double in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return double + 1
    }.catch { @MainActor error in
      self.journal.write("\(error)")
    }
  }
}
