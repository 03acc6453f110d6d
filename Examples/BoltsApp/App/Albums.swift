// Albums.swift: several requests, sequentially and in parallel.

import BoltsCompat
import Foundation

/// Code that uses the status runs on the main thread. The rest is nonisolated, so that its
/// continuations run in place.
@MainActor
final class Albums {
  private nonisolated let server: Server
  private(set) var status = ""

  init(server: Server) {
    self.server = server
  }

  /// Deletes the comments in order, as the server requires. Stops at the first error.
  nonisolated func deleteComments(of album: String) -> Task<Void> {
    server.list("\(album)/comments").continueOnSuccessWithTask { comments in
      comments.reduce(Task(())) { task, comment in
        task.continueOnSuccessWithTask {
          self.server.send("delete/\(comment)").continueOnSuccessWith { _ in }
        }
      }
    }
  }

  /// Uploads all photos concurrently, and waits for all. The status counts the failures.
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

  /// Tries a mirror if the server fails, and returns a placeholder if the mirror doesn't have the
  /// photo.
  nonisolated func photo(_ name: String) -> Task<String> {
    server.send("photos/\(name)").continueOnErrorWithTask { _ in
      self.server.send("mirror/\(name)")
    }.continueOnErrorWith { (error: ServerError) in
      guard error == .status(404) else { throw error }
      return "placeholder"
    }
  }

  /// Asks before it deletes. Closing the dialog cancels the task.
  nonisolated func delete(_ album: String, asking confirmation: Confirmation) -> Task<Bool> {
    confirmation.ask().continueOnSuccessWithTask { isSure -> Task<Bool> in
      guard isSure else { throw CancelledError() }
      return self.server.send("delete/\(album)").continueOnSuccessWith { _ in true }
    }
  }
}
