// The task that works for a cell.

/// A reference to the task that settles the cell, which any thread may read as long as the cell
/// exists.
struct TaskWord: ~Copyable {
  private let word = StateWord(0)

  /// Called at most once.
  borrowing func set(_ task: Task<Void, Never>) {
    // SAFETY: a task is nothing but a reference to a native object, and so is a node.
    let object = unsafeBitCast(task, to: Unmanaged<QueueNode>.self)
    withExtendedLifetime(task) { _ = word.exchange(object.retain().word) }
  }

  var task: Task<Void, Never>? {
    guard let object = Unmanaged<QueueNode>(word: word.load()) else { return nil }
    // SAFETY: only `set(_:)` stores here, and the word's retain lasts until `release()`.
    return unsafeBitCast(object.takeUnretainedValue(), to: Task<Void, Never>.self)
  }

  var isSet: Bool { word.load() != 0 }

  /// Called when the cell is destroyed.
  borrowing func release() { Unmanaged<QueueNode>(word: word.loadExclusively())?.release() }
}
