// Handlers of errors, which see what came before them and nothing else.

import AsyncPromises

@MainActor
final class CatchScope {
  let journal = Journal()

  /// The error of `use` is not one that the recovery is for.
  func load(_ key: String) async throws -> Int {
    let value2: Int
    do {
      value2 = try await value(key)
    } catch {
      try Task.checkCancellation()
      value2 = 0
    }
    return try await self.use(value2)
  }

  func logged(_ key: String) async throws -> Int {
    do {
      let value2: Int
      do {
        value2 = try await value(key)
      } catch {
        try Task.checkCancellation()
        self.journal.write("inner \(error)")
        throw error
      }
      if value2 > 5 { throw Unwanted(what: "large") }
      return value2
    } catch let unwanted as Unwanted {
      guard unwanted.what != "key" else { throw unwanted }
      self.journal.write("outer \(unwanted.what)")
      throw unwanted
    }
  }

  func either(_ key: String) async throws -> Int {
    do {
      do {
        return try await value(key)
      } catch {
        try Task.checkCancellation()
        self.journal.write("other")
        if key.isEmpty { throw error }
        return try await self.value("longer " + key)
      }
    } catch let error where !(error is CancellationError) {
      self.journal.write("no: \(error)")
      throw error
    }
  }

  func onlyUnwanted(_ key: String) async throws -> Int {
    do {
      return try await value(key)
    } catch let unwanted as Unwanted {
      return unwanted.what.count
    }
  }

  /// An error called as the one that the handler is given.
  func shadowed(_ error: String) async throws -> Int {
    do {
      return try await value(error)
    } catch let failure {
      try Task.checkCancellation()
      self.journal.write("\(error): \(failure)")
      return error.count
    }
  }

  func shadowedWithout(_ error: String) async throws -> Int {
    do {
      return try await value(error)
    } catch let failure {
      try Task.checkCancellation()
      self.journal.write("\(error): \(failure)")
      throw failure
    }
  }

  private func use(_ value: Int) async throws -> Int {
    if value == 0 {
      throw Unwanted(what: "nothing")
    } else {
      return value
    }
  }

  private func value(_ key: String) async throws -> Int {
    guard key.count > 2 else { throw Unwanted(what: "key") }
    return key.count
  }
}
