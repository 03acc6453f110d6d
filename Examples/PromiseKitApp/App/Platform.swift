// Platform.swift: small stand-ins for an app's platform: views that only store what they show, a
// server with callbacks and preset answers, and a few callback APIs.

import Foundation
import TestSupport

@MainActor
final class Label {
  var text = "" {
    didSet { MainActor.preconditionIsolated() }
  }
}

@MainActor
final class Spinner {
  private(set) var isSpinning = false
  private(set) var starts = 0

  func start() {
    isSpinning = true
    starts += 1
  }

  func stop() {
    MainActor.preconditionIsolated()
    isSpinning = false
  }
}

@MainActor
final class ImageView {
  var image: Image? {
    didSet { MainActor.preconditionIsolated() }
  }
}

@MainActor
final class TableView {
  private(set) var reloads = 0

  func reloadData() {
    MainActor.preconditionIsolated()
    reloads += 1
  }
}

struct Image: Codable, Equatable, Sendable {
  let name: String
  var width: Int

  static let placeholder = Image(name: "placeholder", width: 1)

  /// Expensive: must not run on the main thread.
  func scaled(to width: Int) -> Image {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return Image(name: name, width: width)
  }
}

enum ServerError: Error, Equatable {
  case status(Int)
}

/// A pending request.
final class Request: Sendable {
  typealias Completion = @Sendable (Data?, (any Error)?) -> Void

  let path: String
  private let completion: Locked<Completion?>

  init(path: String, completion: @escaping Completion) {
    self.path = path
    self.completion = Locked(completion)
  }

  /// Completes the request on a background queue. Only the first call has an effect.
  func complete(_ data: Data?, _ error: (any Error)?) {
    guard let completion = takeCompletion() else { return }
    DispatchQueue.global().async { completion(data, error) }
  }

  func complete(_ text: String) { complete(Data(text.utf8), nil) }

  /// Prevents the completion from being called.
  func cancel() { _ = takeCompletion() }

  private func takeCompletion() -> Completion? {
    completion.withLock { completion in
      defer { completion = nil }
      return completion
    }
  }
}

/// A pretend server. It gives preset answers, and fails with status 404 for other paths.
final class Server: Sendable {
  enum Answer: Sendable {
    case text(String)
    case failure(any Error)
    /// No answer until the test completes the request.
    case held
  }

  private struct State {
    var answers: [String: [Answer]]
    var requests: [Request] = []
    var watchers: [(count: Int, resume: @Sendable () -> Void)] = []
  }

  private let state: Locked<State>

  /// - Parameter answers: for each path, the answers to successive requests. The last one is
  ///   repeated.
  init(_ answers: [String: [Answer]] = [:]) {
    state = Locked(State(answers: answers))
  }

  /// All requests so far.
  var requests: [Request] { state.withLock { $0.requests.map { $0 } } }
  var paths: [String] { requests.map { $0.path } }

  @preconcurrency @discardableResult
  func get(_ path: String, completion: @escaping Request.Completion) -> Request {
    let request = Request(path: path, completion: completion)
    let (answer, reached) = state.withLock { state in
      let answer = state.answers[path]?.first ?? .failure(ServerError.status(404))
      if let answers = state.answers[path], answers.count > 1 {
        state.answers[path] = Array(answers.dropFirst())
      }
      state.requests.append(request)
      let count = state.requests.count
      let reached = state.watchers.filter { $0.count <= count }
      state.watchers.removeAll { $0.count <= count }
      return (answer, reached)
    }
    reached.forEach { $0.resume() }
    switch answer {
    case .text(let text): request.complete(text)
    case .failure(let error): request.complete(nil, error)
    case .held: break
    }
    return request
  }

  /// The other common shape: an error or nothing.
  @preconcurrency
  func post(_ path: String, completion: @escaping @Sendable ((any Error)?) -> Void) {
    get(path) { _, error in completion(error) }
  }

  /// Waits until the server has received `count` requests.
  func gotRequests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.requests.count >= count { return true }
        state.watchers.append((count, { continuation.resume() }))
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}

/// Callback APIs of all shapes. `@preconcurrency`, like those from Objective-C.
struct Device: Sendable {
  var battery: Int? = 80
  var failure: ServerError?

  @preconcurrency
  func charge(_ completion: @escaping @Sendable (Int?, (any Error)?) -> Void) {
    DispatchQueue.global().async { completion(failure == nil ? battery : nil, failure) }
  }

  @preconcurrency
  func reversedCharge(_ completion: @escaping @Sendable ((any Error)?, Int?) -> Void) {
    charge { completion($1, $0) }
  }

  @preconcurrency
  func chargeResult(_ completion: @escaping @Sendable (Result<Int, ServerError>) -> Void) {
    let result: Result<Int, ServerError> = failure.map { .failure($0) } ?? .success(battery ?? 0)
    DispatchQueue.global().async { completion(result) }
  }

  @preconcurrency
  func reset(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
    DispatchQueue.global().async { completion(failure) }
  }

}

/// A dialog that calls back on the main thread. Tests press its buttons.
@MainActor
final class PermissionDialog {
  private var completion: ((Bool) -> Void)?

  func ask(_ completion: @escaping (Bool) -> Void) { self.completion = completion }

  func press(_ isAllowed: Bool) {
    completion?(isAllowed)
    completion = nil
  }
}

@MainActor
protocol LocatorDelegate: AnyObject {
  func locator(_ locator: Locator, didFind place: String)
  func locator(_ locator: Locator, didFailWith error: any Error)
}

/// An API with a delegate. Tests choose the result.
@MainActor
final class Locator {
  weak var delegate: (any LocatorDelegate)?

  func find(_ place: String) { delegate?.locator(self, didFind: place) }
  func fail(_ error: any Error) { delegate?.locator(self, didFailWith: error) }
}
