// Cancellations: silent, seen, recovered or not.

import AsyncPromises

@MainActor
final class CancellingScreen {
  let journal = DeskJournal()
  private let (answer, seal) = Promise<Int>.pending()

  func answer(_ number: Int) { seal.fulfill(number) }
  func fail() { seal.reject(DeskError.late) }
  func cancel() { seal.reject(CancellationError()) }

  func silent(completion: @escaping () -> Void) {
    answer.done { number in
      self.journal.write("\(number)")
    }.finally {
      self.journal.write("ensure")
    }.catch(except: CancellationError.self) { _ in
      self.journal.write("catch")
    }.finally { completion() }
  }

  func seen(completion: @escaping () -> Void) {
    answer.done { number in
      self.journal.write("\(number)")
    }.catch { error in
      if error is CancellationError {
        self.journal.write("cancelled")
      } else {
        self.journal.write("\(error), \(!(error is CancellationError))")
      }
    }.finally { completion() }
  }

  /// A cancellation is no reason to ask somebody else.
  func other() async throws -> Int {
    do {
      return try await answer.get()
    } catch {
      try Task.checkCancellation()
      if error is CancellationError { throw error }
      return 7
    }
  }

  func any() async throws -> Int {
    try await answer.recover(.promise) { [journal] error -> Promise<Int> in
      journal.write(error is DeskError ? "late" : "cancelled")
      return .fulfilled(8)
    }.get()
  }

  func sure() async throws -> Int {
    do {
      return try await answer.get()
    } catch {
      try Task.checkCancellation()
      return 9
    }
  }

  /// Whoever throws it is heard.
  func described(_ promise: Promise<Int>) async throws -> String {
    try await promise.map { "\($0)" }.recover(.promise) { error -> Promise<String> in
      do { throw error } catch is CancellationError {
        return .fulfilled("cancelled")
      } catch {
        return .fulfilled("failed")
      }
    }.get()
  }
}
