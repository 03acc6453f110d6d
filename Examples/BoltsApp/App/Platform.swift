// Platform.swift: a pretend server with callbacks and preset answers.

import Foundation
import TestSupport

enum ServerError: Error, Equatable {
  case status(Int)
}

/// A pending request. Only the first call completes it, on a queue of the server.
final class Request: Sendable {
  typealias Completion = @Sendable (String?, (any Error)?) -> Void

  let path: String
  private let completion: Locked<Completion?>

  init(path: String, completion: @escaping Completion) {
    self.path = path
    self.completion = Locked(completion)
  }

  func complete(_ text: String?, _ error: (any Error)? = nil) {
    guard let completion = completion.withLock({ $0.take() }) else { return }
    DispatchQueue.global().async { completion(text, error) }
  }
}

/// Gives preset answers, and fails with status 404 for other paths.
final class Server: Sendable {
  enum Answer: Sendable {
    case text(String)
    case failure(ServerError)
    /// No answer until the test completes the request.
    case held
  }

  private let answers: [String: Answer]
  private let state = Locked<([Request], [(count: Int, resume: @Sendable () -> Void)])>(([], []))

  init(_ answers: [String: Answer]) { self.answers = answers }

  var requests: [Request] { state.withLock { $0.0.map { $0 } } }
  var paths: [String] { requests.map { $0.path } }

  @preconcurrency
  func send(_ path: String, completion: @escaping Request.Completion) {
    let request = Request(path: path, completion: completion)
    let reached = state.withLock { state in
      state.0.append(request)
      let count = state.0.count
      let reached = state.1.filter { $0.count <= count }
      state.1.removeAll { $0.count <= count }
      return reached
    }
    reached.forEach { $0.resume() }
    switch answers[path] {
    case .text(let text)?: request.complete(text)
    case .failure(let error)?: request.complete(nil, error)
    case .held?: break
    case nil: request.complete(nil, ServerError.status(404))
    }
  }

  /// Waits until the server has received `count` requests.
  func gotRequests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.0.count >= count { return true }
        state.1.append((count, { continuation.resume() }))
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}
