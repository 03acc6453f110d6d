// Functions on actors.

import Dispatch

@MainActor
final class IsolationScreen {
  private(set) var log: [String] = []

  func show(_ text: String, completion: @escaping () -> Void) {
    log.append(text)
    completion()
  }

  func hide(completion: @escaping @MainActor (Int) -> Void) {
    log.append("hides")
    DispatchQueue.main.async { completion(self.log.count) }
  }

  nonisolated func size(completion: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.global().async { completion(5) }
  }
}

actor IsolationCounter {
  private var count = 0

  func increase(by step: Int, completion: @escaping (Int) -> Void) {
    count += step
    completion(count)
  }
}

struct IsolationTools {
  @MainActor
  static func report(completion: @escaping (Bool) -> Void) {
    MainActor.preconditionIsolated()
    completion(true)
  }

  @available(macOS 13, *)
  @MainActor func both(_ first: Int, completion: @escaping (Int) -> Void) { completion(first) }
}
