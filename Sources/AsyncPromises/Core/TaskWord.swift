// The task that works for a cell.

/// A reference to the task that settles the cell, which any thread may read as long as the cell
/// exists.
///
/// The three low bits count the threads that are retaining the task, which the word meanwhile must
/// not release.
struct TaskWord: ~Copyable {
  private let word = StateWord(0)

  /// Called at most once.
  borrowing func set(_ task: Task<Void, Never>) {
    // SAFETY: a task is nothing but a reference to a native object, and so is a node.
    let object = unsafeBitCast(task, to: Unmanaged<QueueNode>.self)
    withExtendedLifetime(task) { _ = word.exchange(object.retain().word) }
  }

  /// The task, unless it has ended. A thread that comes while seven others are retaining it sees
  /// none.
  var task: Task<Void, Never>? {
    while true {
      let seen = word.load()
      guard let object = Self.object(seen), seen & Self.readers < Self.readers else { return nil }
      guard word.compareExchange(seen, seen + 1) else { continue }
      // SAFETY: only `set(_:)` stores here, and the word keeps its retain while it counts a reader.
      let task = unsafeBitCast(object.takeUnretainedValue(), to: Task<Void, Never>.self)
      word.add(.max)
      return task
    }
  }

  private static var readers: UInt64 { 7 }

  private static func object(_ bits: UInt64) -> Unmanaged<QueueNode>? {
    Unmanaged(word: bits & ~readers)
  }

  /// Releases a task that has ended, unless another thread is retaining it at this moment.
  borrowing func taskEnded() {
    let seen = word.load()
    guard let object = Self.object(seen), word.compareExchange(object.word, 0) else { return }
    object.release()
  }

  var isSet: Bool { word.load() != 0 }

  /// Called when the cell is destroyed.
  borrowing func release() { Unmanaged<QueueNode>(word: word.loadExclusively())?.release() }
}
