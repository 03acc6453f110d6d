// Comments, layout and closures of all kinds.

import AsyncPromises

@MainActor
final class Layout {
  let journal = Journal()

  /// Says what it does.
  func commented(_ name: String) async throws -> Int {
    // Before the chain.
    // of the name
    let length = try await length(name)
    // Before the first link.
    // behind the brace
    // Inside.
    let sum: Int = length + 1  // behind the value
    // At the end.
    /* Between. */
    return try await self.length(
      String(
        repeating: "x",
        count: sum))
  }

  func oneLine(_ name: String) async throws -> Int {
    let length = try await length(name)
    let value = length * 2
    return value + 1
  }

  func inBranches(_ names: [String]) async throws -> Int {
    switch names.count {
    case 0: return 0
    case 1:
      let length2 = try await length(names[0])
      return length2 * 2
    default:
      if names[0].isEmpty {
        let length3 = try await length(names[1])
        return try await self.length("\(length3)")
      }
      let all = names.map { Promise.immediate { [value = $0] in try await self.length(value) } }
      return try await Promise.all(all).map { lengths in
        #if DEBUG
          let bonus = 0
        #else
          let bonus = 0
        #endif
        return lengths.reduce(bonus, +)
      }.get()
    }
  }

  /// Whoever is gone is not kept for the sake of a log.
  func weakly(_ name: String) async throws -> Int {
    let value = try await Promise.immediate { try await length(name) }.map { [weak self] length in
      self?.journal.write("\(length)")
      return length
    }.get()
    return value + 1
  }

  func text(_ name: String) async throws -> String {
    let length = try await length(name)
    guard length > 0 else { throw PromiseError.invalid }
    let value = length
    return "\(name) \(value)"
  }

  private func length(_ name: String) async throws -> Int { name.count }
}
