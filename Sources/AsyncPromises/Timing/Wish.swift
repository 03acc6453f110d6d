// Priorities of work that begins later, or that another cell does.

/// The highest priority among a cell's waiters, and the cell that works for it at present.
struct Wish: ~Copyable {
  private let priority = StateWord(0)
  /// The cell that works, with a retain. While a thread is raising that cell, that thread holds it,
  /// and the word holds a mark, with the cell, if any, that has taken its place.
  private let worker = StateWord(0)
  private static var raising: UInt64 { 1 }

  /// Notes that a task waits with this priority, and raises the cell that works.
  ///
  /// - Returns: whether the wish is higher than those before.
  @discardableResult
  borrowing func raise(to priority: TaskPriority) -> Bool {
    while case let seen = self.priority.load(), seen < UInt64(priority.rawValue) {
      guard self.priority.compareExchange(seen, UInt64(priority.rawValue)) else { continue }
      raiseWorker()
      return true
    }
    return false
  }

  borrowing func raised(_ priority: TaskPriority) -> TaskPriority {
    TaskPriority(rawValue: UInt8(max(self.priority.load(), UInt64(priority.rawValue))))
  }

  /// Makes `cell` the one that works from now on, and raises it.
  borrowing func works(_ cell: Cell) {
    let next = Unmanaged<Cell>.passRetained(cell).word
    var seen = worker.load()
    while !worker.compareExchange(seen, next | seen & Self.raising) { seen = worker.load() }
    release(seen & ~Self.raising)
    if priority.load() > 0 { raiseWorker() }
  }

  /// A thread that raises the cell checks the wish and the cell again afterward, so a thread that
  /// finds the mark has nothing to do.
  private borrowing func raiseWorker() {
    while case let seen = worker.load(), seen != 0, seen & Self.raising == 0 {
      guard worker.compareExchange(seen, Self.raising) else { continue }
      var (cell, wish) = (seen, raise(seen))
      while !worker.compareExchange(Self.raising, cell) {
        release(cell)
        cell = worker.exchange(Self.raising) & ~Self.raising
        wish = raise(cell)
      }
      if priority.load() == wish { return }
    }
  }

  /// - Returns: the priority that the cell was raised to.
  private borrowing func raise(_ cell: UInt64) -> UInt64 {
    let wish = priority.load()
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Unmanaged<Cell>(word: cell)?._withUnsafeGuaranteedRef {
        $0.raise(to: TaskPriority(rawValue: UInt8(wish)))
      }
    }
    return wish
  }

  private borrowing func release(_ word: UInt64) {
    guard let cell = Unmanaged<Cell>(word: word) else { return }
    Trampoline.run { $0.release(cell.takeRetainedValue()) }
  }

  /// Called when the owner is destroyed.
  borrowing func release() { Unmanaged<Cell>(word: worker.loadExclusively())?.release() }
}
