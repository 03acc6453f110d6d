// Albums.swift: several requests, in series and in parallel.

import AsyncPromises
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
  nonisolated func deleteComments(of album: String) -> Promise<Void> {
    server.list("\(album)/comments").then { comments in
      comments.reduce(Promise.fulfilled(())) { task, comment in
        task.then {
          self.server.send("delete/\(comment)").map { _ in }
        }
      }
    }
  }

  /// All at once. It waits for all; the status names those that were not uploaded.
  @discardableResult
  func upload(_ photos: [String]) -> Promise<[String]> {
    status = "uploading"
    let uploads = photos.map { server.send("upload/\($0)") }
    return Promise<String>.whenAllResult(uploads).tap { task in
      if let errors = (task.error as? AggregateError)?.errors {
        self.status = "\(errors.count) of \(photos.count) failed"
      } else {
        self.status = task.cancelled ? "cancelled" : "uploaded"
      }
    }
  }

  /// Another server, when the first one fails; the placeholder, when it has no such photo.
  nonisolated func photo(_ name: String) -> Promise<String> {
    server.send("photos/\(name)").recover(.promise) { error in
      if error is CancellationError { throw error }
      return self.server.send("mirror/\(name)")
    }.recover(from: ServerError.self) { (error: ServerError) in
      guard error == .status(404) else { throw error }
      return "placeholder"
    }
  }

  /// Asks before it deletes. A dialog that is closed cancels the whole.
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
