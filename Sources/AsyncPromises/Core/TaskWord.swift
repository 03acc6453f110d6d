// The task that works for a cell.

/// A task of the library. None throws, but their types say that they may: the runtime of Swift 6.3
/// wraps the closure of a task that can't throw in another one, which is one more allocation.
typealias WorkTask = Task<Void, any Error>

/// A reference to the task that settles the cell, which any thread may read as long as the cell
/// exists.
///
/// The three low bits count the threads that are retaining the task, which the word meanwhile must
/// not release. A thread that retains it in order to cancel it has a bit of its own, so that it
/// never comes in vain.
struct TaskWord: ~Copyable {
  private let word = StateWord(0)

  /// Called at most once.
  borrowing func set(_ task: WorkTask) {
    // SAFETY: a task is nothing but a reference to a native object, and so is a node.
    let object = unsafeBitCast(task, to: Unmanaged<QueueNode>.self)
    withExtendedLifetime(task) { _ = word.exchange(object.retain().word) }
  }

  /// The task, unless it has ended. A thread that comes while seven others are retaining it sees
  /// none.
  var task: WorkTask? {
    while true {
      let seen = word.load()
      guard let object = Self.object(seen), seen & Self.readers < Self.readers else { return nil }
      guard word.compareExchange(seen, seen + 1) else { continue }
      return Self.retained(object) { word.add(.max) }
    }
  }

  /// The task to cancel, unless it has ended or another thread is about to cancel it.
  var taskToCancel: WorkTask? {
    while true {
      let seen = word.load()
      guard let object = Self.object(seen), seen & Self.canceller == 0 else { return nil }
      guard word.compareExchange(seen, seen + Self.canceller) else { continue }
      return Self.retained(object) { word.add(0 &- Self.canceller) }
    }
  }

  private static var readers: UInt64 { 7 }
  /// On 64-bit systems the runtime aligns tasks to 16 bytes; on others, addresses are shorter.
  private static var canceller: UInt64 { UInt.bitWidth == 64 ? 8 : 1 << 40 }

  private static func object(_ bits: UInt64) -> Unmanaged<QueueNode>? {
    Unmanaged(word: bits & ~(readers | canceller))
  }

  private static func retained(
    _ object: Unmanaged<QueueNode>, thenEnd body: () -> Void
  ) -> WorkTask {
    // SAFETY: only `set(_:)` stores here, and the word keeps its retain until `body` is called.
    defer { body() }
    return unsafeBitCast(object.takeUnretainedValue(), to: WorkTask.self)
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
