// The tasks of a run.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import CTaskHooks

  /// The tasks of a run, numbered in order of creation; the body's task is the first.
  struct TaskTable {
    /// What is known about a task.
    struct Entry {
      /// The function that the task was created to run, if seen.
      var function: CodeAddress?
      /// The functions that this one calls, if it only forwards calls.
      var inner: [CodeAddress] = []
      /// Whether it prefers a custom executor, which runs jobs that the run does not see.
      fileprivate(set) var isElsewhere = false
      /// The number of the task that created this one.
      let maker: Int
      private weak var object: AnyObject?
      /// The closure that the task runs, which is released when the task ends.
      private weak var closure: AnyObject?
      private var hasClosure = false
      /// Whether it is the body's task and the run has not recorded the body's end yet.
      fileprivate(set) var isRootUnfinished = false

      init(function: CodeAddress? = nil, maker: Int) {
        (self.function, self.maker) = (function, maker)
      }

      /// - Parameters:
      ///   - task: a live task.
      ///   - closure: the closure it runs, which nothing else holds, if seen.
      fileprivate mutating func remember(
        _ task: UnsafeMutableRawPointer, _ closure: UnsafeMutableRawPointer?
      ) {
        // SAFETY: both are reference-counted objects.
        object = unsafeBitCast(task, to: AnyObject.self)
        self.closure = closure.map { unsafeBitCast($0, to: AnyObject.self) }
        hasClosure = closure != nil
      }

      /// Whether the task is known not to have ended.
      var isUnfinished: Bool {
        if isRootUnfinished { return true }
        guard hasClosure, closure != nil, let object else { return false }
        return task_has_ended(Unmanaged.passUnretained(object).toOpaque()) == 0
      }

      func cancel() {
        if isUnfinished, let object { task_cancel(Unmanaged.passUnretained(object).toOpaque()) }
      }

      /// The name of the function in the explored code that it was created to run, if known.
      var name: String? {
        let captured =
          inner.isEmpty
          ? closure.map { CodeAddress.captured(by: Unmanaged.passUnretained($0).toOpaque()) }
          : inner
        return ([function].compactMap { $0 } + (captured ?? [])).nameOfBody
      }

      /// The task, while it has not ended.
      var live: AnyObject? { isUnfinished ? object : nil }

      /// Where it will continue, and what it waits for, provided that it has not ended and is not
      /// running.
      var wait: (place: JobPlace, dependency: Dependency?)? {
        guard isUnfinished, let object else { return nil }
        return withExtendedLifetime(object) {
          UnownedJob(task: Unmanaged.passUnretained(object).toOpaque()).wait
        }
      }
    }

    /// The number of the body's task.
    static var root: Int { 1 }

    private var numbers: [UInt64: Int] = [:]
    /// By number, starting with one.
    private(set) var entries: [Entry] = []
    private let rootID: UInt64
    /// All tasks of this run are newer, except the body's.
    private let lastIDBefore: UInt64
    private(set) var lastID: UInt64
    /// The function of the task that is being created.
    private var coming: CodeAddress?
    private var comingMaker = 0

    /// - Parameter lastID: the ID of the newest task in the previous runs.
    init(root: UnownedJob, lastID: UInt64) {
      rootID = root.taskID
      lastIDBefore = lastID
      self.lastID = max(lastID, rootID)
      entries.reserveCapacity(8)
      numbers[rootID] = Self.root
      task_mark(rootID, 1)
      var body = Entry(maker: 0)
      body.remember(root.task, nil)
      body.isRootUnfinished = true
      entries.append(body)
    }

    func isOfEarlierRun(_ id: UInt64) -> Bool { id != 0 && id <= lastIDBefore && id != rootID }

    func knows(_ id: UInt64) -> Bool { id != 0 && numbers[id] != nil }

    /// Describes what a task waits for, as the start of ` in f()`; empty if that isn't known.
    func text(of dependency: Dependency?) -> String {
      switch dependency {
      case .task(let id): numbers[id].map { " for task \($0)" } ?? " for another task"
      case .continuation: " for a continuation"
      case .group: " for its group"
      case .actor(let type): " for \(type)"
      case nil: ""
      }
    }

    /// Returns the number of the task with that ID or, for a job without a task, that of its maker.
    mutating func number(of id: UInt64, by maker: Int) -> Int {
      guard id != 0 else { return maker }
      if let number = numbers[id] { return number }
      lastID = max(lastID, id)
      entries.append(Entry(function: coming, maker: maker))
      numbers[id] = entries.count
      task_mark(id, 1)
      return entries.count
    }

    /// Records that the run is over.
    func forgets() { for id in numbers.keys { task_mark(id, -1) } }

    mutating func begins(_ function: CodeAddress?, by maker: Int) {
      (coming, comingMaker) = (function, maker)
    }

    mutating func isMade(
      _ task: UnsafeMutableRawPointer?, _ closure: UnsafeMutableRawPointer?, isElsewhere: Bool,
      isTraced: Bool
    ) {
      defer { coming = nil }
      guard let task else { return }
      let number = number(
        of: UnownedJob(task: task).taskID, by: comingMaker)
      entries[number - 1].function = coming
      entries[number - 1].isElsewhere = isElsewhere
      entries[number - 1].remember(task, closure)
      if isTraced, let closure { entries[number - 1].inner = CodeAddress.captured(by: closure) }
    }

    var unfinished: [Entry] { entries.filter(\.isUnfinished) }

    /// The children of unfinished tasks that have not ended, by number. `async let` makes some.
    var unfinishedChildren: [Int: UnownedJob] {
      var found: [Int: UnownedJob] = [:]
      for parent in unfinished.compactMap(\.live) {
        withExtendedLifetime(parent) {
          var parents = [Unmanaged.passUnretained(parent).toOpaque()]
          while let parent = parents.popLast() {
            var child = task_child(parent, nil)
            while let task = child, found.count < entries.count {
              let job = UnownedJob(task: task)
              if task_has_ended(task) == 0, let number = numbers[job.taskID] {
                found[number] = job
                parents.append(task)
              }
              child = task_child(parent, task)
            }
          }
        }
      }
      return found
    }

    mutating func rootEnds() { entries[Self.root - 1].isRootUnfinished = false }
  }
#endif
