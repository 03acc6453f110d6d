// Runs work on several threads with large stacks: the syntax tree of a long chain is deep, and
// visitors are recursive.

import Foundation
import Synchronization

enum Parallel {
  /// The size of each thread's stack, in bytes. Only the part in use takes up memory.
  private static let stackSize = 512 << 20

  /// The results of `transform`, in the order of the items.
  static func map<Item: Sendable, Output: Sendable>(
    _ items: [Item], threads: Int, _ transform: @escaping @Sendable (Item) -> Output
  ) -> [Output] {
    let progress = Progress<Output>(count: items.count)
    let group = DispatchGroup()
    for _ in 0..<max(1, min(threads, items.count)) {
      group.enter()
      let thread = Thread {
        while let index = progress.next() { progress.store(transform(items[index]), at: index) }
        group.leave()
      }
      thread.stackSize = stackSize
      thread.start()
    }
    group.wait()
    return progress.outputs
  }

  /// The next item, and the results so far.
  private final class Progress<Output: Sendable>: Sendable {
    private let state: Mutex<(next: Int, outputs: [Output?])>

    init(count: Int) { state = Mutex((0, [Output?](repeating: nil, count: count))) }

    func next() -> Int? {
      state.withLock { state in
        guard state.next < state.outputs.count else { return nil }
        state.next += 1
        return state.next - 1
      }
    }

    func store(_ output: Output, at index: Int) { state.withLock { $0.outputs[index] = output } }

    var outputs: [Output] { state.withLock { $0.outputs.compactMap { $0 } } }
  }
}
