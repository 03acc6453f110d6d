// Callbacks that settle a promise: the two functions are called, passed on and captured.

import Dispatch
import GooglePromisesCompat

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
  func text(_ path: String) -> Promise<String> {
    Promise<String>(on: .global()) { fulfill, reject in
      dispatchPrecondition(condition: .notOnQueue(.main))
      self.get(path) { text, error in
        if let text { fulfill(text) } else { reject(error ?? RequestError(code: 0)) }
      }
    }
  }

  /// The functions are passed on as they are.
  func length(_ path: String) -> Promise<Int> {
    Promise<Int>(on: .global()) { fulfill, reject in
      self.count(path, success: fulfill, failure: reject)
    }
  }

  /// What the body throws rejects as well; a `resolver` is there already.
  func strict(_ path: String) -> Promise<Int> {
    Promise<Int>(on: .global()) { done, _ in
      let resolver = RequestError(code: 7)
      guard path != "strict" else { throw resolver }
      done(path.count)
    }
  }
}

@MainActor
final class RequestScreen {
  private(set) var log: [String] = []

  /// The body runs on the main queue, behind the call.
  func later() -> Promise<String> {
    defer { log.append("made") }
    return Promise<String> { fulfill, _ in
      MainActor.preconditionIsolated()
      self.log.append("body")
      fulfill("done")
    }.then { text in
      self.log.append(text)
    }
  }

  /// Numbered arguments.
  func short() -> Promise<Int> {
    Promise<Int> {
      $1(RequestError(code: 3)); $0(4)
    }
  }
}
