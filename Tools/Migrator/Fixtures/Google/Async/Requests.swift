// Callbacks that settle a promise: the two functions are called, passed on and captured.

import Dispatch
import AsyncPromises

struct RequestError: Error, Equatable {
  let code: Int
}

/// An API that calls back on a queue of its own.
struct RequestAPI: Sendable {
  func get(
    _ path: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      path.isEmpty ? completion(nil, RequestError(code: 404)) : completion("text of \(path)", nil)
    }
  }

  func count(
    _ path: String, success: @escaping @Sendable (Int) -> Void,
    failure: @escaping @Sendable (any Error) -> Void
  ) {
    DispatchQueue.global().async {
      path.isEmpty ? failure(RequestError(code: 1)) : success(path.count)
    }
  }
}

extension RequestAPI {
  func text(_ path: String) async throws -> String {
    try await Promise.fulfilled.then { Promise<String> { resolver in
      dispatchPrecondition(condition: .notOnQueue(.main))
      self.get(path) { text, error in
        if let text { resolver.fulfill(text) } else { resolver.reject(error ?? RequestError(code: 0)) }
      }
    } }.get()
  }

  /// The functions are passed on as they are.
  func length(_ path: String) async throws -> Int {
    try await Promise.fulfilled.then { Promise<Int> { resolver in
      self.count(path, success: { @Sendable in resolver.fulfill($0) }, failure: { @Sendable in resolver.reject($0) })
    } }.get()
  }

  /// What the body throws rejects as well; a `resolver` is there already.
  func strict(_ path: String) async throws -> Int {
    try await Promise.fulfilled.then { Promise<Int> { resolver2 in
      let resolver = RequestError(code: 7)
      guard path != "strict" else { throw resolver }
      resolver2.fulfill(path.count)
    } }.get()
  }
}

@MainActor
final class RequestScreen {
  private(set) var log: [String] = []

  /// The body runs on the main queue, behind the call.
  func later() -> Promise<String> {
    defer { log.append("made") }
    return Promise.fulfilled.then { Promise<String> { resolver in
      MainActor.preconditionIsolated()
      self.log.append("body")
      resolver.fulfill("done")
    } }.map { text in
      self.log.append(text)
      return text
    }
  }

  /// Numbered arguments.
  func short() async throws -> Int {
    try await Promise.fulfilled.then { Promise<Int> { resolver in
      resolver.reject(RequestError(code: 3)); resolver.fulfill(4)
    } }.get()
  }
}
