// Comments, layout and closures of all kinds.

import AsyncPromises

@MainActor
final class Layout {
  let journal = Journal()

  /// Says what it does.
  func commented(_ name: String) -> Promise<Int> {
    // Before the chain.
    return length(name)  // of the name
      // Before the first link.
      .map { length in  // behind the brace
        // Inside.
        length + 1  // behind the value
        // At the end.
      }
      /* Between. */
    .then({ (sum: Int) -> Promise<Int> in
      self.length(
        String(
          repeating: "x",
          count: sum))
    })
  }

  func oneLine(_ name: String) -> Promise<Int> { length(name).map { $0 * 2 }.map { $0 + 1 } }

  func inBranches(_ names: [String]) -> Promise<Int> {
    switch names.count {
    case 0: return .fulfilled(0)
    case 1: return length(names[0]).map { $0 * 2 }
    default:
      if names[0].isEmpty { return length(names[1]).then { self.length("\($0)") } }
      let all = names.map { self.length($0) }
      return Promise.all(all).map { lengths in
        #if DEBUG
          let bonus = 0
        #else
          let bonus = 0
        #endif
        return lengths.reduce(bonus, +)
      }
    }
  }

  /// Whoever is gone is not kept for the sake of a log.
  func weakly(_ name: String) -> Promise<Int> {
    length(name).map { [weak self] length in
      self?.journal.write("\(length)")
      return length
    }.map { $0 + 1 }
  }

  func text(_ name: String) -> Promise<String> {
    length(name).validate { $0 > 0 }.map { "\(name) \($0)" }
  }

  private func length(_ name: String) -> Promise<Int> { .fulfilled(name.count) }
}
