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

  /// Outcomes that are matched after a `firstly`, and outcomes that are ignored.
  func summary(_ first: Int, _ second: Int) -> Promise<String> {
    var found: [String] = []
    return firstly {
      when(resolved: desk.user(first), desk.user(second))
    }.done { outcomes in
      for case .fulfilled(let user) in outcomes { found.append(user.name) }
    }.then {
      when(resolved: [self.desk.user(first)]).asVoid()
    }.then {
      self.settled(found.map { self.desk.user($0.count) })
    }.map { found.joined(separator: ", ") }
  }

  /// A group without values, as its function says, and another whose values are ignored.
  private func settled(_ users: [Promise<DeskUser>]) -> Promise<Void> {
    when(fulfilled: users.map { $0.recover { _ in self.desk.user(1) }.asVoid() }).then {
      when(resolved: users).map { _ in }
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
