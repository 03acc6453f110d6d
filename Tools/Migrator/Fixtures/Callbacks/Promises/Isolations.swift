// Functions on actors.

import AsyncPromises
import Dispatch

@MainActor
final class IsolationScreen {
  private(set) var log: [String] = []

  func show(_ text: String, completion: @escaping () -> Void) {
    log.append(text)
    completion()
  }

  /// The form of ``show(_:completion:)`` without a callback.
  func show(_ text: String) -> Promise<Void> { .wrap { show(text, completion: $0) } }

  func hide(completion: @escaping @MainActor (Int) -> Void) {
    log.append("hides")
    DispatchQueue.main.async { completion(self.log.count) }
  }

  /// The form of ``hide(completion:)`` without a callback.
  func hide() -> Promise<Int> { .wrap { hide(completion: $0) } }

  nonisolated func size(completion: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.global().async { completion(5) }
  }

  /// The form of ``size(completion:)`` without a callback.
  nonisolated func size() -> Promise<Int> { .wrap { size(completion: $0) } }
}

actor IsolationCounter {
  private var count = 0

  func increase(by step: Int, completion: @escaping (Int) -> Void) {
    count += step
    completion(count)
  }

  /// The form of ``increase(by:completion:)`` without a callback.
  func increase(by step: Int) -> Promise<Int> { .wrap { increase(by: step, completion: $0) } }
}

struct IsolationTools {
  @MainActor
  static func report(completion: @escaping (Bool) -> Void) {
    MainActor.preconditionIsolated()
    completion(true)
  }

  /// The form of ``report(completion:)`` without a callback.
  @MainActor
  static func report() -> Promise<Bool> { .wrap { report(completion: $0) } }

  @available(macOS 13, *)
  @MainActor func both(_ first: Int, completion: @escaping (Int) -> Void) { completion(first) }

  /// The form of ``both(_:completion:)`` without a callback.
  @available(macOS 13, *)
  @MainActor
  func both(_ first: Int) -> Promise<Int> { .wrap { both(first, completion: $0) } }
}
