// A screen that loads, shows and saves, on the main thread.

import AsyncPromises
import BoltsCompat

@MainActor
final class ProfileScreen {
  private(set) var log: [String] = []
  private let store: ProfileStore

  init(store: ProfileStore) { self.store = store }

  /// An answer that is no number is no reason to ask for its details.
  func load(_ name: String) async throws -> String {
    log.append("loads")
    let value = try await store.find(name).then { number in
      MainActor.preconditionIsolated()
      self.log.append("found \(number)")
      if number == 0 {
        return Promise.fulfilled("nobody")
      }
      return self.store.details(number)
    }.get()
    self.log.append("shows \(value)")
    return value.uppercased()
  }

  /// The error is shown, and an empty name goes on.
  func loadOrNothing(_ name: String) async throws -> String {
    do {
      let value = try await store.find(name).get()
      return "\(value)"
    } catch {
      try _Concurrency.Task.checkCancellation()
      if error is CancellationError { throw error }
      self.log.append("failed: \(error)")
      return ""
    }
  }

  /// Nobody waits for it.
  func refresh() {
    store.find("ann").done { [weak self] number in
      guard let self else { return }
      log.append("refreshed \(number)")
    }
    log.append("refreshes")
  }

  func refreshTwice() {
    if log.isEmpty {
      _ = store.find("ann").then { _ in Promise.immediate { try await self.load("bob") } }
    }
    log.append("twice")
  }
}

struct ProfileStore: Sendable {
  struct Unknown: Error, Equatable { let name: String }

  func find(_ name: String) -> Promise<Int> {
    switch name {
    case "ann": return Promise.fulfilled(1)
    case "bob": return Promise.fulfilled(2)
    case "nobody": return Promise.fulfilled(0)
    case "left": return Promise.rejected(CancellationError())
    default: return Promise.rejected(Unknown(name: name))
    }
  }

  func details(_ number: Int) -> Promise<String> {
    let names = [1: "ann", 2: "bob"]
    return BoltsCompat.Task(Promise.fulfilled(number)).continueOnSuccessWith { names[$0] ?? "" }.asyncPromise
  }
}
