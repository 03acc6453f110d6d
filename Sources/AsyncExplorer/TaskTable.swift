// The tasks of a run.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import CTaskHooks

  /// The tasks of a run, numbered as they come; the body's is the first.
  struct TaskTable {
    /// What is known of a task.
    struct Entry {
      /// What it was to run when it was made, where that was seen.
      var function: CodeAddress?
      /// The functions that this one calls, as far as it only passes the call on.
      var inner: [CodeAddress] = []
      /// The number of the task that has made it.
      let maker: Int
      /// The task: it is there as long as the closure is, which it lets go of when it ends.
      var task: UnsafeMutableRawPointer?
      weak var closure: AnyObject?
      /// Whether there was a closure to look at.
      var hasClosure = false

      /// Whether the task is known not to have ended.
      var isUnfinished: Bool { isRootUnfinished || (hasClosure && closure != nil) }
      /// The body's, as long as its run says so.
      var isRootUnfinished = false

      func cancel() {
        if let task, isUnfinished { task_cancel(task) }
      }
    }

    /// The number of the body's task.
    static var root: Int { 1 }

    private var numbers: [UInt64: Int] = [:]
    /// By number, beginning with one.
    private(set) var entries: [Entry] = []
    private let rootID: UInt64
    /// All tasks of this run are younger, but for the body's.
    private let lastIDBefore: UInt64
    private(set) var lastID: UInt64
    /// The function of a task that is being made.
    private var coming: CodeAddress?
    private var comingMaker = 0

    /// - Parameter lastID: the identity of the youngest task of the runs before.
    init(root: UnownedJob, lastID: UInt64) {
      rootID = root.taskID
      lastIDBefore = lastID
      self.lastID = max(lastID, rootID)
      numbers[rootID] = Self.root
      entries.append(Entry(maker: 0, task: root.task, isRootUnfinished: true))
    }

    func isOfEarlierRun(_ id: UInt64) -> Bool { id != 0 && id <= lastIDBefore && id != rootID }

    func knows(_ id: UInt64) -> Bool { id != 0 && numbers[id] != nil }

    /// The number of the task with that identity; that of the maker for jobs of no task.
    mutating func number(of id: UInt64, by maker: Int) -> Int {
      guard id != 0 else { return maker }
      if let number = numbers[id] { return number }
      lastID = max(lastID, id)
      entries.append(Entry(function: coming, maker: maker))
      numbers[id] = entries.count
      return entries.count
    }

    mutating func begins(_ function: CodeAddress?, by maker: Int) {
      (coming, comingMaker) = (function, maker)
    }

    mutating func isMade(
      _ task: UnsafeMutableRawPointer?, _ closure: UnsafeMutableRawPointer?, isTraced: Bool
    ) {
      defer { coming = nil }
      guard let task else { return }
      let number = number(
        of: UnownedJob(task: task).taskID, by: comingMaker)
      entries[number - 1].function = coming
      entries[number - 1].task = task
      if let closure {
        // SAFETY: the closure is the task's, which has just been made.
        entries[number - 1].closure = unsafeBitCast(closure, to: AnyObject.self)
        entries[number - 1].hasClosure = true
        if isTraced { entries[number - 1].inner = CodeAddress.captured(by: closure) }
      }
    }

    var unfinished: [Entry] { entries.filter(\.isUnfinished) }

    mutating func rootEnds() { entries[Self.root - 1].isRootUnfinished = false }
  }
#endif
