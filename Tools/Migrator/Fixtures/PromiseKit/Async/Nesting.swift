// Chains in chains, in arrays, in arguments, and closures without names.

import AsyncPromises

@MainActor
final class NestedScreen {
  let journal = DeskJournal()
  let desk = Desk()

  /// The inner `catch` is for the inner chain alone.
  func outer(_ id: Int) async throws -> String {
    do {
      let user = try await desk.user(id).get()
      let value: String
      do {
        try await self.desk.save("").get()
        value = "saved"
      } catch {
        try Task.checkCancellation()
        if error is CancellationError { throw error }
        self.journal.write("inner")
        value = "not saved"
      }
      return "\(user.name) \(value)"
    } catch {
      try Task.checkCancellation()
      if error is CancellationError { throw error }
      self.journal.write("outer \(error)")
      throw error
    }
  }

  func unnamed() async throws -> [Int] {
    try await Promise.fulfilled([1, 2]).then {
      Promise.fulfilled($0.map { $0 + 1 }).map { $0.map { $0 * 10 } }
    }.get()
  }

  func all() async throws -> [String] {
    let promises = [
      desk.user(1).map(\.name),
      desk.user(2).map { $0.name },
      desk.names().then { names in self.desk.user(names.count).map { $0.name } },
    ]
    return try await Promise.all(promises).get()
  }

  func labelled() async throws -> String {
    let first = desk.user(1).map({
      self.journal.write($0.name)
      return $0
    })
    let second = (desk.user(2)).map({ (user: DeskUser) -> String in user.name })
    let (user, name) = try await Promise.all(first, second).get()
    return user.name + name
  }

  /// A ternary, an optional chain, and a closure that is called.
  func choice(_ id: Int?, _ desk: Desk?) -> Promise<String>? {
    let load = { (id: Int) -> Promise<DeskUser> in self.desk.user(id) }
    if let id { return load(id).map { $0.name } }
    return desk?.user(2).map { $0.name }
  }
}
