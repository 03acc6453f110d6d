// A screen that loads, shows and saves, on the main thread.

import BoltsCompat

@MainActor
final class ProfileScreen {
  private(set) var log: [String] = []
  private let store: ProfileStore

  init(store: ProfileStore) { self.store = store }

  /// An answer that is no number is no reason to ask for its details.
  func load(_ name: String) -> Task<String> {
    log.append("loads")
    return store.find(name).continueOnSuccessWithTask(.mainThread) { number in
      MainActor.preconditionIsolated()
      self.log.append("found \(number)")
      if number == 0 {
        return Task("nobody")
      }
      return self.store.details(number)
    }.continueOnSuccessWith(.mainThread) {
      self.log.append("shows \($0)")
      return $0.uppercased()
    }
  }

  /// The error is shown, and an empty name goes on.
  func loadOrNothing(_ name: String) -> Task<String> {
    store.find(name)
      .continueOnSuccessWith(.mainThread) { "\($0)" }
      .continueOnErrorWith(.mainThread) { error in
        self.log.append("failed: \(error)")
        return ""
      }
  }

  /// Nobody waits for it.
  func refresh() {
    store.find("ann").continueOnSuccessWith(.mainThread) { [weak self] number in
      guard let self else { return }
      log.append("refreshed \(number)")
    }
    log.append("refreshes")
  }

  func refreshTwice() {
    if log.isEmpty {
      store.find("ann").continueOnSuccessWithTask(.mainThread) { _ in self.load("bob") }
    }
    log.append("twice")
  }
}

struct ProfileStore: Sendable {
  struct Unknown: Error, Equatable { let name: String }

  func find(_ name: String) -> Task<Int> {
    switch name {
    case "ann": return Task(1)
    case "bob": return Task(2)
    case "nobody": return Task(0)
    case "left": return Task.cancelledTask()
    default: return Task(error: Unknown(name: name))
    }
  }

  func details(_ number: Int) -> Task<String> {
    let names = [1: "ann", 2: "bob"]
    return Task(number).continueOnSuccessWith { names[$0] ?? "" }
  }
}
