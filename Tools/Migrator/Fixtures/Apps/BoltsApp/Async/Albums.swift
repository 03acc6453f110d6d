// Albums.swift: several requests, sequentially and in parallel.

import AsyncPromises
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
  nonisolated func deleteComments(of album: String) -> Promise<Void> {
    server.list("\(album)/comments").then { comments in
      comments.reduce(Promise.fulfilled(())) { task, comment in
        task.then {
          self.server.send("delete/\(comment)").map { _ in }
        }
      }
    }
  }

  /// Uploads all photos concurrently, and waits for all. The status counts the failures.
  @discardableResult
  func upload(_ photos: [String]) async throws -> [String] {
    status = "uploading"
    let uploads = photos.map { server.send("upload/\($0)") }
    return try await Promise<String>.whenAllResult(uploads).tap { task in
      if let errors = (task.error as? AggregateError)?.errors {
        self.status = "\(errors.count) of \(photos.count) failed"
      } else {
        self.status = task.cancelled ? "cancelled" : "uploaded"
      }
    }.get()
  }

  /// Tries another server if the first one fails, and returns a placeholder if it has no such
  /// photo.
  nonisolated func photo(_ name: String) -> Promise<String> {
    server.send("photos/\(name)").recover(.promise) { error in
      if error is CancellationError { throw error }
      return self.server.send("mirror/\(name)")
    }.recover(from: ServerError.self) { (error: ServerError) in
      guard error == .status(404) else { throw error }
      return "placeholder"
    }
  }

  /// Asks before it deletes. Closing the dialog cancels the task.
  nonisolated func delete(_ album: String, asking confirmation: Confirmation) -> Promise<Bool> {
    confirmation.ask().then { isSure -> Promise<Bool> in
      guard isSure else { throw CancellationError() }
      return self.server.send("delete/\(album)").map { _ in true }
    }
  }
}

extension Promise {
  /// Waits for all; it is cancelled if one of them is, or has the errors of all.
  fileprivate static func whenAllResult(_ promises: [Promise]) -> Promise<[Value]> {
    Promise<[Result<Value, any Error>]>.allSettled(promises).map { outcomes in
      if outcomes.contains(where: { $0.cancelled }) { throw CancellationError() }
      let errors = outcomes.compactMap { $0.error }
      guard errors.isEmpty else { throw AggregateError(errors: errors) }
      return try outcomes.map { try $0.get() }
    }
  }
}

extension Result where Failure == any Error {
  /// The error, unless it stands for a cancellation.
  fileprivate var error: (any Error)? {
    if case .failure(let error) = self, !(error is CancellationError) { error } else { nil }
  }

  /// Whether it is a cancellation.
  fileprivate var cancelled: Bool {
    if case .failure(is CancellationError) = self { true } else { false }
  }
}
