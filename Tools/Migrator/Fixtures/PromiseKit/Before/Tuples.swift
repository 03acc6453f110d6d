// Values of several parts, passed on.

import PromiseKitCompat

@MainActor
final class TupleScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func load() -> Promise<String> {
    when(fulfilled: desk.user(1), desk.names()).get { user, names in
      self.journal.write("\(user.name) \(names.count)")
    }.get {
      self.journal.write("\($0.id) \($1.count)")
    }.get { pair in
      self.journal.write("\(pair.1[0])")
    }.then { user, names in
      self.desk.user(names.count).map { (user, $0) }
    }.get { _ in
      self.journal.write("both")
    }.map { first, second in
      first.name + second.name
    }
  }

  /// An early way out.
  func first(_ limit: Int) -> Promise<Int> {
    Promise.value(5).get { number in
      if number > limit { return }
      self.journal.write("small")
    }.get {
      guard $0 <= limit else {
        self.journal.write("large")
        return
      }
      self.journal.write("small again")
    }
  }
}
