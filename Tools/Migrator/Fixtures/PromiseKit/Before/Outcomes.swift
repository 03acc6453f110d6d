// What each of several promises has become.

import PromiseKitCompat

@MainActor
final class OutcomeScreen {
  let journal = DeskJournal()
  let desk = Desk()

  /// Outcomes that are only matched.
  func report(_ ids: [Int]) -> Guarantee<[String]> {
    when(resolved: ids.map { desk.user($0) }).mapValues { result in
      self.journal.write("looks")
      switch result {
      case .fulfilled(let user): return user.name
      case .rejected(DeskError.missing): return "nobody"
      case .rejected(let error): return "\(error)"
      }
    }
  }

  /// Outcomes that are asked what they are.
  func failures(_ ids: [Int]) -> Guarantee<[Int]> {
    when(resolved: ids.map { desk.user($0) }).map { results in
      self.journal.write("\(results.count)")
      return zip(ids, results).filter { !$1.isFulfilled }.map { id, _ in id }
    }
  }

  func watched(_ id: Int) -> Promise<String> {
    desk.user(id).tap { [weak self] result in
      switch result {
      case .fulfilled(let user) where user.id == 1: self?.journal.write("first")
      case .fulfilled: self?.journal.write("other")
      case .rejected(is DeskError): self?.journal.write("none")
      case .rejected: self?.journal.write("?")
      }
    }.tap {
      if case .rejected = $0 { self.journal.write("failed") }
    }.map(\.name)
  }
}
