// Comments in odd places, which stay where they are.

import AsyncPromises  // the facade

@MainActor
final class CommentedScreen {
  let journal = DeskJournal()

  func load(_ desk: Desk) -> Promise<String> {
    // before the chain
    return desk.user(1) /* who */
    // between two links
    .map { user in
      // inside
      self.journal.write(user.name)  // at the end of a line
      return user
      // at the end of a body
    }.map { /* the user */ user in
      user.id /* a number */
    }
    .then { (id /* of the user */: Int) -> Promise<String> in
      // a promise
      .fulfilled("\(id)")  // as text
    }  // the last link
  }

  /* A block
     of several lines. */
  func save(_ name: String, /* of the user */ _ desk: Desk) -> Promise<Void> {
    desk.save(name)
      // whatever happens
      .finally {  // cleans up
        self.journal.write("saved")
      }
  }
}
