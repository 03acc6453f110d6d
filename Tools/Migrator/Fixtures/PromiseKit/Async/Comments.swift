// Comments in odd places, which stay where they are.

import AsyncPromises  // the facade

@MainActor
final class CommentedScreen {
  let journal = DeskJournal()

  func load(_ desk: Desk) async throws -> String {
    // before the chain
    /* who */
    let user = try await desk.user(1).get()
    // between two links
    // inside
    self.journal.write(user.name)  // at the end of a line
    // at the end of a body
    /* the user */
    let id: Int = user.id  /* a number */
    /* of the user */
    // a promise
    return "\(id)"  // as text  // the last link
  }

  /* A block
     of several lines. */
  func save(_ name: String, /* of the user */ _ desk: Desk) async throws {
    // whatever happens
    // cleans up
    defer {
      self.journal.write("saved")
    }
    try await desk.save(name).get()
  }
}
