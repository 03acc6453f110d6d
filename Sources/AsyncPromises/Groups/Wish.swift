// Priorities of work that begins later, or that another cell does.

/// The highest priority of those who wait for a cell, and the cell that works for it at present.
struct Wish: ~Copyable {
  private let priority = StateWord(0)
  /// The cell that works, with a retain; zero as well while a thread is raising that cell.
  private let worker = StateWord(0)

  /// Notes that somebody waits with this priority, and raises the cell that works.
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
    release(worker.exchange(Unmanaged<Cell>.passRetained(cell).word))
    if priority.load() > 0 { raiseWorker() }
  }

  /// A thread that takes the cell out checks the wish again after putting it back, so a thread that
  /// finds no cell has nothing to do.
  private borrowing func raiseWorker() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    while let cell = Unmanaged<Cell>(word: worker.exchange(0)) {
      let wish = priority.load()
      cell._withUnsafeGuaranteedRef { $0.raise(to: TaskPriority(rawValue: UInt8(wish))) }
      // Another cell may have come in its place.
      guard worker.compareExchange(0, cell.word) else { return release(cell.word) }
      if priority.load() == wish { return }
    }
  }

  private borrowing func release(_ word: UInt64) {
    guard let cell = Unmanaged<Cell>(word: word) else { return }
    Trampoline.run { $0.release(cell.takeRetainedValue()) }
  }

  /// Called when the owner is destroyed.
  borrowing func release() { Unmanaged<Cell>(word: worker.loadExclusively())?.release() }
}
