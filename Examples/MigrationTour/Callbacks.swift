// Completion handlers, before and after.

import AsyncPromises
import Dispatch
import Synchronization
import TestSupport

// snippet: before
extension Server {
  func mail(
    of name: String, completion: @escaping @Sendable (Result<Mail, any Error>) -> Void
  ) {
    login(name) { token, error in
      guard let token else { return completion(.failure(error ?? Failure.unknownName)) }
      let answers = Answers()
      let group = DispatchGroup()
      group.enter()
      inbox(token) { result in
        answers.inbox.withLock { $0 = result }
        group.leave()
      }
      group.enter()
      drafts(token) { result in
        answers.drafts.withLock { $0 = result }
        group.leave()
      }
      group.notify(queue: queue) {
        completion(
          Result { Mail(inbox: try answers.inbox.get(), drafts: try answers.drafts.get()) })
      }
    }
  }
}
// end

private final class Answers: Sendable {
  let inbox = Locked<Result<[String], any Error>>(.success([]))
  let drafts = Locked<Result<[String], any Error>>(.success([]))
}

extension Locked<Result<[String], any Error>> {
  fileprivate func get() throws -> [String] {
    try withLock { $0 }.get()
  }
}

// snippet: leaves
extension Server {
  func login(_ name: String) -> Promise<Token> {
    .wrap { login(name, completion: $0) }
  }

  func inbox(_ token: Token) -> Promise<[String]> {
    .wrap { inbox(token, completion: $0) }
  }

  func drafts(_ token: Token) -> Promise<[String]> {
    .wrap { drafts(token, completion: $0) }
  }
}
// end

// snippet: after
extension Server {
  func mail(of name: String) -> Promise<Mail> {
    login(name).then { token in
      Promise.all(inbox(token), drafts(token)).map { Mail(inbox: $0, drafts: $1) }
    }
  }
}
// end

extension Server {
  func mail(of name: String) async throws -> Mail {
    let token = try await login(name).get()
    let (inbox, drafts) = try await Promise.all(inbox(token), drafts(token)).get()
    return Mail(inbox: inbox, drafts: drafts)
  }
}

// snippet: stoppable
extension Search {
  func hits() -> Promise<[String]> {
    Promise { resolver in
      start(success: { resolver.fulfill($0) }, failure: { resolver.reject($0) })
      resolver.onCancel { [weak self] in self?.stop() }
    }
  }
}
// end

// snippet: cancellable
extension Shelf {
  func book(_ title: String) -> Promise<String> {
    Promise.wrap(cancel: { $0.cancel() }) { fetch(title, completion: $0) }
  }
}
// end

/// A call that returns a request, which can be cancelled.
struct Shelf: Sendable {
  let fetch: @Sendable (_ title: String, _ completion: @escaping Completion) -> Request

  typealias Completion = @Sendable (String?, (any Error)?) -> Void

  func fetch(_ title: String, completion: @escaping Completion) -> Request {
    fetch(title, completion)
  }

  final class Request: Sendable {
    private let state = Atomic(false)

    var isCancelled: Bool { state.load(ordering: .relaxed) }
    func cancel() { state.store(true, ordering: .relaxed) }
  }
}

/// A call with two closures. It calls one of them at the end, unless it is stopped first.
final class Search: Sendable {
  private struct Handlers {
    let success: @Sendable ([String]) -> Void
    let failure: @Sendable (any Error) -> Void
  }

  private let handlers = Locked<Handlers?>(nil)
  private let start = Promise<Void>.pending(name: "start of a search")

  var started: Promise<Void> { start.promise }
  var isRunning: Bool { handlers.withLock { $0 != nil } }

  func start(
    success: @escaping @Sendable ([String]) -> Void,
    failure: @escaping @Sendable (any Error) -> Void
  ) {
    handlers.withLock { $0 = Handlers(success: success, failure: failure) }
    start.resolver.fulfill()
  }

  func stop() {
    handlers.withLock { $0 = nil }
  }

  /// Called by the server.
  func end(_ result: Result<[String], any Error>) {
    let ended = handlers.withLock { handlers in
      defer { handlers = nil }
      return handlers
    }
    switch result {
    case .success(let hits): ended?.success(hits)
    case .failure(let error): ended?.failure(error)
    }
  }
}
