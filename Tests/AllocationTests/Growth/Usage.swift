// The documented uses of the library, which are repeated while long-lived promises exist.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport

/// A use that leaves nothing behind when it has ended.
struct Usage: Sendable {
  let name: String
  /// Whether a clock throws its own error in each round. Swift Testing keeps a backtrace of it, so
  /// only tasks, timers and records are meaningful.
  var makesErrors = false
  /// Returns when everything that the use has started has ended.
  let round: @Sendable (Neighbours) async throws -> Void

  init(
    _ name: String, makesErrors: Bool = false,
    _ round: @escaping @Sendable (Neighbours) async throws -> Void
  ) {
    (self.name, self.makesErrors, self.round) = (name, makesErrors, round)
  }

  /// Scopes come last, because everything after them is tracked.
  static var all: [Usage] {
    making + waiting + wrapping + chains + cancelling + groups + maps + timing + sharing + kit
      + testing
  }
}

/// One object for all uses, because Swift Testing keeps a backtrace of each error that is thrown.
let usageError: any Error = UsageError()

struct UsageError: Error {}

extension Usage {
  static let making: [Usage] = [
    Usage("fulfilled") { _ in _ = try await Promise.fulfilled(1).get() },
    Usage("rejected") { _ in _ = await Promise<Int>.rejected(usageError).result },
    Usage("pending") { _ in
      let (promise, resolver) = Promise<Int>.pending()
      resolver.fulfill(1)
      _ = try await promise.get()
    },
    Usage("pending, broken") { _ in
      let (promise, resolver) = Promise<Int>.pending()
      let end = promise.recover { _ in 0 }
      _ = consume resolver
      _ = try await end.get()
    },
    Usage("follow") { _ in
      let ((outer, first), (inner, second)) = (Promise<Int>.pending(), Promise<Int>.pending())
      first.follow(inner)
      second.fulfill(1)
      _ = try await outer.get()
    },
    Usage("Promise { }") { _ in
      _ = try await Promise { () async in
        await Task.yield()
        return 1
      }.get()
    },
    Usage("Promise { } that throws") { _ in
      _ = await Promise<Int> { () async throws in throw usageError }.result
    },
    Usage("Promise { } of a promise") { _ in
      _ = try await Promise { Promise.fulfilled(1).map { $0 } }.get()
    },
    Usage("immediate") { _ in _ = try await Promise.immediate { 1 }.get() },
    Usage("Promise { resolver in }") { _ in
      _ = try await Promise<Int> { resolver in Task { resolver.fulfill(1) } }.get()
    },
    Usage("firstValue") { _ in
      _ = try await AsyncStream { $0.yield(1) }.firstValue().get()
    },
    Usage("firstValue(where:)") { _ in
      _ = try await AsyncStream { $0.yield(1) }.firstValue { $0 == 1 }.get()
    },
    Usage("Promise(task)") { _ in _ = try await Promise(Task { 1 }).get() },
  ]

  static let wrapping: [Usage] = [
    Usage("wrap") { _ in _ = try await Promise<Int>.wrap { callBack($0) }.get() },
    Usage("wrap(cancel:)") { _ in
      _ = try await Promise<Int>.wrap(cancel: { (_: Int) in }) { end in
        callBack(end)
        return 1
      }.get()
    },
  ]

  static let waiting: [Usage] = [
    Usage("whenSettled") { _ in
      _ = try await Promise<Int> { resolver in
        Promise.fulfilled(1).whenSettled { resolver.resolve(with: $0) }
      }.get()
    },
    Usage("ignoreErrors, resultIfSettled") { _ in
      _ = Promise<Int>.rejected(usageError).map { $0 }.ignoreErrors().resultIfSettled
    },
    Usage("wait") { _ in wait(for: Promise { 1 }) },
    Usage("get()") { _ in
      let (promise, resolver) = Promise<Int>.pending()
      let wait = Task { try await promise.get() }
      resolver.fulfill(1)
      _ = try await wait.value
    },
    Usage("get() of a chain") { _ in _ = try await Promise { 1 }.map { $0 + 1 }.get() },
    Usage("get(), cancelled while it waits") { neighbours in
      await cancelWait { _ = try await neighbours.gate.map { $0 + 1 }.get() }
    },
    Usage("get() of the gate, cancelled while it waits") { neighbours in
      await cancelWait { _ = try await neighbours.gate.get() }
    },
    Usage("value, cancelled while it waits") { neighbours in
      await cancelWait { _ = try await neighbours.gate.value }
    },
    Usage("result, cancelled while it waits") { neighbours in
      await cancelWait { _ = await neighbours.gate.result }
    },
  ]

  private static func callBack(_ end: @escaping @Sendable (Int) -> Void) { Task { end(1) } }

  private static func wait(for promise: Promise<Int>) {
    _ = try? promise.wait(timeout: .seconds(60))
  }
}
