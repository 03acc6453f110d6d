// After the migration from RxSwift and Combine: work that stops when its owner is released, and
// sources that start when something subscribes.

import AsyncPromises
import Foundation

// snippet: screen
@MainActor
final class ItemScreen {
  private let item: @Sendable (_ id: Int) async throws -> String
  private var loading: Promise<Void>?
  private(set) var text = ""

  init(item: @escaping @Sendable (_ id: Int) async throws -> String) {
    self.item = item
  }

  func load(_ id: Int, clock: any Clock<Duration> = ContinuousClock()) {
    loading?.cancel()
    loading = Promise.retry(maxAttempts: 2) { [item] _ in try await item(id) }
      .timeout(after: .seconds(10), clock: clock)
      .done(with: self) { screen, text in screen.text = text }
      .catch(with: self) { screen, error in screen.text = error.localizedDescription }
  }

  deinit {
    loading?.cancel()
  }
}
// end

/// A stand-in for either library's subscriptions, which can be cancelled.
final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  func cancel() {
    end()
  }
}

/// A stand-in for a source of either library: it does nothing until there is a subscriber, and
/// starts the work again for each one.
struct Source<Value: Sendable>: Sendable {
  let subscribe: @Sendable (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Subscription

  // snippet: subscription
  /// Subscribes now. Cancelling the promise ends the subscription.
  func promise() -> Promise<Value> {
    Promise.wrap(cancel: { $0.cancel() }) { subscribe($0) }
  }
  // end
}

extension Source {
  // snippet: source
  /// Starts `operation` for each subscriber. Ending the subscription cancels the work.
  init(_ operation: @escaping @Sendable () async throws -> Value) {
    self.init { observer in
      let promise = Promise { try await operation() }
      promise.whenSettled { observer($0) }
      return Subscription { promise.cancel() }
    }
  }
  // end
}
