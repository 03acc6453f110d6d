// Albums.swift: several requests, in series and in parallel.

import BoltsCompat
import Foundation

/// What touches the status runs on the main thread; what does not is not isolated, so that its
/// continuations run in the call that makes them due.
@MainActor
final class Albums {
  private nonisolated let server: Server
  private(set) var status = ""

  init(server: Server) {
    self.server = server
  }

  /// One after the other: the server wants the comments deleted in order. The first error ends it.
  nonisolated func deleteComments(of album: String) -> Task<Void> {
    server.list("\(album)/comments").continueOnSuccessWithTask { comments in
      comments.reduce(Task(())) { task, comment in
        task.continueOnSuccessWithTask {
          self.server.send("delete/\(comment)").continueOnSuccessWith { _ in }
        }
      }
    }
  }

  /// All at once. It waits for all; the status names those that were not uploaded.
  @discardableResult
  func upload(_ photos: [String]) -> Task<[String]> {
    status = "uploading"
    let uploads = photos.map { server.send("upload/\($0)") }
    return Task<String>.whenAllResult(uploads).continueWithTask(.mainThread) { task in
      if let errors = (task.error as? AggregateError)?.errors {
        self.status = "\(errors.count) of \(photos.count) failed"
      } else {
        self.status = task.cancelled ? "cancelled" : "uploaded"
      }
      return task
    }
  }

  /// Another server, when the first one fails; the placeholder, when it has no such photo.
  nonisolated func photo(_ name: String) -> Task<String> {
    server.send("photos/\(name)").continueOnErrorWithTask { _ in
      self.server.send("mirror/\(name)")
    }.continueOnErrorWith { (error: ServerError) in
      guard error == .status(404) else { throw error }
      return "placeholder"
    }
  }

  /// Asks before it deletes. A dialog that is closed cancels the whole.
  nonisolated func delete(_ album: String, asking confirmation: Confirmation) -> Task<Bool> {
    confirmation.ask().continueOnSuccessWithTask { isSure -> Task<Bool> in
      guard isSure else { throw CancelledError() }
      return self.server.send("delete/\(album)").continueOnSuccessWith { _ in true }
    }
  }
}
