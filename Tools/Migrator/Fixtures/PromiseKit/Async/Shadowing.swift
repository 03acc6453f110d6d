// Names that are those of the library, and are not.

import AsyncPromises

@MainActor
final class ShadowingScreen {
  struct Guarantee { let days: Int }
  enum Resolver { case court }
  let journal = DeskJournal()

  /// Not the library's.
  func after(_ words: String) -> String { "after \(words)" }
  func when(_ hour: Int) -> String { "when \(hour)" }

  func guarantee() -> Guarantee { Guarantee(days: 30) }
  func resolver() -> Resolver { .court }

  func words(_ resolver: Int, value: String) async throws -> String {
    let error = "an error"
    let outcome = try await Promise<Int> { outcome in
      guard resolver > 0 else { throw DeskError.refused }
      journal.write(error)
      outcome.follow(.fulfilled(resolver))
    }.get()
    self.journal.write(value)
    return [self.after("\(outcome)"), self.when(outcome), value].joined(separator: ", ")
  }

  func twice() async throws -> Int {
    try await nested(Promise.immediate { try await nested(.fulfilled(1)) })
  }

  /// A shadowed name in a closure.
  func nested(_ promise: Promise<Int>) async throws -> Int {
    let promise = try await promise.get()
    let value = promise + 1
    let value2 = value
    self.journal.write("inner \(value2)")
    let promise2 = value2
    self.journal.write("outer \(promise2)")
    return promise2
  }
}
