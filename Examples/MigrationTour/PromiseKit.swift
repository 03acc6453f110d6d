// After the migration from PromiseKit: a screen that loads a user, then two things for that user.

import AsyncPromises
import Dispatch

/// Provides a feed. Tests create their own servers.
struct FeedServer: Sendable {
  let user: @Sendable () -> Promise<String>
  let posts: @Sendable (_ user: String) -> Promise<[String]>
  let avatar: @Sendable (_ user: String) -> Promise<String>
}

@MainActor
final class FeedScreen {
  private let server: FeedServer
  private let bag = PromiseBag()

  /// Everything that was shown, in order.
  private(set) var output: [String] = []

  init(server: FeedServer) {
    self.server = server
  }

  // snippet: reload
  @discardableResult
  func reload() -> Promise<Void> {
    showSpinner()
    let shown = server.user()
      .then { [server] user in Promise.all(server.posts(user), server.avatar(user)) }
      .done(with: self) { screen, feed in screen.show(feed.0, feed.1) }
      .finally(with: self) { screen in screen.hideSpinner() }
      .catch(except: CancellationError.self, with: self) { screen, error in screen.show(error) }
    shown.store(in: bag)
    return shown
  }
  // end

  // snippet: reload-await
  func reloadAndWait() async {
    showSpinner()
    defer { hideSpinner() }
    do {
      let user = try await server.user().get()
      // Both run concurrently, and both stop with this task.
      let (posts, avatar) = try await Promise.all(server.posts(user), server.avatar(user)).get()
      show(posts, avatar)
    } catch {
      if !(error is CancellationError) { show(error) }
    }
  }
  // end

  private func showSpinner() {
    output.append("spinner on")
  }

  private func hideSpinner() {
    output.append("spinner off")
  }

  private func show(_ posts: [String], _ avatar: String) {
    output.append("\(avatar): \(posts.joined(separator: ", "))")
  }

  private func show(_ error: any Error) {
    output.append("\(error)")
  }
}

// snippet: guarantee
/// Fulfilled with the value of `promise`, or with `fallback`; rejected only if itself cancelled.
func value<Value: Sendable>(
  of promise: Promise<Value>, or fallback: Value
) -> Promise<Value> {
  promise.recover { _ in fallback }
}
// end

// snippet: ensureThen
/// Reads, then closes, whether or not reading succeeds. The promise settles after closing.
func contents(
  read: @escaping @Sendable () async throws -> String,
  close: @escaping @Sendable () async -> Void
) -> Promise<String> {
  Promise {
    do {
      let text = try await read()
      await close()
      return text
    } catch {
      await close()
      throw error
    }
  }
}
// end

// snippet: compactMap
/// Rejected with `PromiseError.invalid` if the text is not a number.
func number(_ text: Promise<String>) -> Promise<Int> {
  text.map { text in
    guard let number = Int(text) else { throw PromiseError.invalid }
    return number
  }
}
// end

// snippet: queue
/// Runs `work` on the queue. Use it for work that blocks a thread, because tasks must not block.
func run<Value: Sendable>(
  on queue: DispatchQueue, _ work: @escaping @Sendable () throws -> Value
) -> Promise<Value> {
  Promise { resolver in
    queue.async { resolver.resolve(with: Result { try work() }) }
  }
}
// end
