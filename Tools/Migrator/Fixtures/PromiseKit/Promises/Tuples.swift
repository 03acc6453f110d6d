// Values of several parts, passed on.

import AsyncPromises

@MainActor
final class TupleScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func load() -> Promise<String> {
    Promise.all(desk.user(1), desk.names()).map { user, names in
      self.journal.write("\(user.name) \(names.count)")
      return (user, names)
    }.map {
      self.journal.write("\($0.id) \($1.count)")
      return ($0, $1)
    }.map { pair in
      self.journal.write("\(pair.1[0])")
      return pair
    }.then { user, names in
      self.desk.user(names.count).map { (user, $0) }
    }.map { value in
      self.journal.write("both")
      return value
    }.map { first, second in
      first.name + second.name
    }
  }

  /// An early way out.
  func first(_ limit: Int) -> Promise<Int> {
    Promise.fulfilled(5).map { number in
      if number > limit { return number }
      self.journal.write("small")
      return number
    }.map {
      guard $0 <= limit else {
        self.journal.write("large")
        return $0
      }
      self.journal.write("small again")
      return $0
    }
  }
}
