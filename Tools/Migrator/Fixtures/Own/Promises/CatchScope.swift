// Handlers of errors, which see what came before them and nothing else.

import AsyncPromises

@MainActor
final class CatchScope {
  let journal = Journal()

  /// The error of `use` is not one that the recovery is for.
  func load(_ key: String) -> Promise<Int> {
    value(key).recover { _ in 0 }.then { value in self.use(value) }
  }

  func logged(_ key: String) -> Promise<Int> {
    value(key)
      .catch { error in self.journal.write("inner \(error)") }
      .map { value in
        if value > 5 { throw Unwanted(what: "large") }
        return value
      }
      .catch(Unwanted.self) { unwanted in
        guard unwanted.what != "key" else { return }
        self.journal.write("outer \(unwanted.what)")
      }
  }

  func either(_ key: String) -> Promise<Int> {
    value(key).recover(.promise) { error in
      self.journal.write("other")
      if key.isEmpty { throw error }
      return self.value("longer " + key)
    }.catch(except: CancellationError.self) { self.journal.write("no: \($0)") }
  }

  func onlyUnwanted(_ key: String) -> Promise<Int> {
    value(key).recover(from: Unwanted.self) { unwanted in unwanted.what.count }
  }

  /// An error called as the one that the handler is given.
  func shadowed(_ error: String) -> Promise<Int> {
    value(error).recover { failure in
      self.journal.write("\(error): \(failure)")
      return error.count
    }
  }

  func shadowedWithout(_ error: String) -> Promise<Int> {
    value(error).catch { self.journal.write("\(error): \($0)") }
  }

  private func use(_ value: Int) -> Promise<Int> {
    value == 0 ? .rejected(Unwanted(what: "nothing")) : .fulfilled(value)
  }

  private func value(_ key: String) -> Promise<Int> {
    guard key.count > 2 else { return .rejected(Unwanted(what: "key")) }
    return .fulfilled(key.count)
  }
}
