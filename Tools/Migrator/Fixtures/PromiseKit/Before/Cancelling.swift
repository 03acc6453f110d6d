// Cancellations: silent, seen, recovered or not.

import PromiseKitCompat

@MainActor
final class CancellingScreen {
  let journal = DeskJournal()
  private let (answer, seal) = Promise<Int>.pending()

  func answer(_ number: Int) { seal.fulfill(number) }
  func fail() { seal.reject(DeskError.late) }
  func cancel() { seal.reject(PMKError.cancelled) }

  func silent(completion: @escaping () -> Void) {
    answer.done { number in
      self.journal.write("\(number)")
    }.ensure {
      self.journal.write("ensure")
    }.catch { _ in
      self.journal.write("catch")
    }.finally(completion)
  }

  func seen(completion: @escaping () -> Void) {
    answer.done { number in
      self.journal.write("\(number)")
    }.catch(policy: .allErrors) { error in
      if error.isCancelled {
        self.journal.write("cancelled")
      } else {
        self.journal.write("\(error), \(!error.isCancelled)")
      }
    }.finally(completion)
  }

  /// A cancellation is no reason to ask somebody else.
  func other() -> Promise<Int> {
    answer.recover { _ -> Promise<Int> in .value(7) }
  }

  func any() -> Promise<Int> {
    answer.recover(policy: .allErrors) { [journal] error -> Promise<Int> in
      journal.write(error is DeskError ? "late" : "cancelled")
      return .value(8)
    }
  }

  func sure() -> Guarantee<Int> {
    answer.recover { _ in .value(9) }
  }

  /// Whoever throws it is heard.
  func described(_ promise: Promise<Int>) -> Promise<String> {
    promise.map { "\($0)" }.recover(policy: .allErrors) { error -> Promise<String> in
      do { throw error } catch PMKError.cancelled {
        return .value("cancelled")
      } catch {
        return .value("failed")
      }
    }
  }
}
