// What each of several promises has become.

import AsyncPromises

@MainActor
final class OutcomeScreen {
  let journal = DeskJournal()
  let desk = Desk()

  /// Outcomes that are only matched.
  func report(_ ids: [Int]) async throws -> [String] {
    let allSettled = try await Promise.allSettled(ids.map { desk.user($0) }).get()
    return allSettled.map { result in
      self.journal.write("looks")
      switch result {
      case .success(let user): return user.name
      case .failure(DeskError.missing): return "nobody"
      case .failure(let error): return "\(error)"
      }
    }
  }

  /// Outcomes that are asked what they are.
  func failures(_ ids: [Int]) async throws -> [Int] {
    let results = try await Promise.allSettled(ids.map { desk.user($0) }).get()
    self.journal.write("\(results.count)")
    return zip(ids, results).filter { !((try? $1.get()) != nil) }.map { id, _ in id }
  }

  func watched(_ id: Int) async throws -> String {
    try await desk.user(id).tap { [weak self] result in
      switch result {
      case .success(let user) where user.id == 1: self?.journal.write("first")
      case .success: self?.journal.write("other")
      case .failure(is DeskError): self?.journal.write("none")
      case .failure: self?.journal.write("?")
      }
    }.tap {
      if case .failure = $0 { self.journal.write("failed") }
    }.map(\.name).get()
  }
}
