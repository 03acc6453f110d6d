// Values of several parts, passed on.

import AsyncPromises

@MainActor
final class TupleScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func load() async throws -> String {
    let (user, names) = try await Promise.all(desk.user(1), desk.names()).get()
    self.journal.write("\(user.name) \(names.count)")
    let (first2, second2) = (user, names)
    self.journal.write("\(first2.id) \(second2.count)")
    let pair = (first2, second2)
    self.journal.write("\(pair.1[0])")
    let (user2, names2) = pair
    let user3 = try await self.desk.user(names2.count).get()
    let value = (user2, user3)
    self.journal.write("both")
    let (first, second) = value
    return first.name + second.name
  }

  /// An early way out.
  func first(_ limit: Int) async throws -> Int {
    let value = try await Promise.fulfilled(5).map { number in
      if number > limit { return number }
      self.journal.write("small")
      return number
    }.get()
    guard value <= limit else {
      self.journal.write("large")
      return value
    }
    self.journal.write("small again")
    return value
  }
}
