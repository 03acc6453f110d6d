// The three cases that a clause must cover: already settled, settled at once, settled later.

import AsyncPromises

/// When a test's promise settles, relative to the registration of its handlers.
enum SettleTime: CaseIterable, Sendable {
  /// Before anything is registered.
  case already
  /// Right after registration, by the same code.
  case atOnce
  /// By another task, after registration.
  case later
}

/// A promise that settles with `result` at the given time.
struct Subject<Value: Sendable>: Sendable {
  let promise: Promise<Value>
  private let resolver: Resolver<Value>
  private let result: Result<Value, any Error>
  private let time: SettleTime

  init(_ result: Result<Value, any Error>, _ time: SettleTime) {
    self.result = result
    self.time = time
    (promise, resolver) = Promise<Value>.pending()
    if case .already = time { resolver.resolve(with: result) }
  }

  /// Must be called after everything is registered.
  func settle() async {
    switch time {
    case .already: break
    case .atOnce: resolver.resolve(with: result)
    case .later:
      let (resolver, result) = (resolver, result)
      await Task.detached { _ = resolver.resolve(with: result) }.value
    }
  }
}
