// What the fixtures talk to: answers that come later, errors, a journal.

import Foundation
import AsyncPromises

enum DeskError: Error, Equatable {
  case missing, refused, late
}

/// What happened, in order.
@MainActor
final class DeskJournal {
  private(set) var entries: [String] = []

  func write(_ entry: String) {
    MainActor.preconditionIsolated()
    entries.append(entry)
  }
}

struct DeskUser: Sendable, Equatable {
  let id: Int
  let name: String
}

/// Answers by way of callbacks, on a queue of its own.
struct Desk: Sendable {
  var users = [DeskUser(id: 1, name: "Ada"), DeskUser(id: 2, name: "Bob")]

  func find(_ id: Int, completion: @escaping @Sendable (DeskUser?, (any Error)?) -> Void) {
    let found = users.first { $0.id == id }
    DispatchQueue.global().async { completion(found, found == nil ? DeskError.missing : nil) }
  }

  func user(_ id: Int) -> Promise<DeskUser> {
    Promise.wrap { find(id, completion: $0) }
  }

  func names() -> Promise<[String]> { .fulfilled(users.map(\.name)) }

  func save(_ name: String) -> Promise<Void> {
    name.isEmpty ? Promise.rejected(DeskError.refused) : Promise.fulfilled(())
  }

  /// Somebody has thought better of it.
  func cancelled() async throws -> DeskUser { throw CancellationError() }
}
