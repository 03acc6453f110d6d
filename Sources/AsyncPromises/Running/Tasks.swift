// Where the library creates tasks. In debug builds, Surroundings.swift creates some as well.

/// Creates the library's tasks, and determines which task-locals they see.
///
/// An operation sees the task-locals of the code that creates it (D1). Other tasks don't work for
/// the code that happens to start them, and see none of its task-locals (B9) except the library's
/// own, which are passed on as `Surroundings`.
package enum Tasks {
  /// When a task starts to run, and whether it inherits task-locals.
  enum Start {
    /// As soon as its executor is free.
    case enqueued
    /// At once, on the caller's thread, until the task first suspends. The caller must be in the
    /// task's isolation. On systems that can't do this, the same as `enqueued`.
    case immediate
    /// As soon as its executor is free, without the caller's task-locals.
    case detached
    /// The same as `enqueued`, but the task prefers an executor: see `EventRecorder`.
    case preferring(PreferredExecutor)
  }

  /// Starts a task in an isolation that is known only at run time. The task doesn't see the
  /// caller's task-locals.
  ///
  /// - Parameter body: runs on `isolation`, without a hop from anywhere else.
  static func start(
    on isolation: (any Actor)?, priority: TaskPriority = handlerPriority,
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) {
    guard let surroundings = Surroundings.current else {
      return _ = maker.make(isolation, .detached, nil, priority, .captured(body))
    }
    surroundings.start(priority, on: isolation, .captured(body))
  }

  /// Starts a job that runs nonisolated handlers. It runs in a kept task, unless the library has
  /// task-locals to pass on, which such a task would not see.
  static func start(_ job: Job) {
    guard let surroundings = Surroundings.current else { return KeptTasks.shared.start(job) }
    surroundings.start(handlerPriority, on: nil, .captured { await job.runGlobally() })
  }

  /// Starts a task that may work for many callers, and far outlast the first of them: without
  /// isolation, and without the task-locals of any of them.
  ///
  /// It doesn't use `make`, whose closure for the isolation would add an allocation to each job. It
  /// is generic because a closure of a given type would be wrapped in another one for the runtime.
  static func startDetached<T: Sendable>(
    _ operation: sending @escaping @isolated(any) () async throws -> T
  ) {
    #if DEBUG
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
        let executor = executor?.taskExecutor
      {
        // Not detached: an explored task passes its explorer on.
        _ = Task(executorPreference: executor, priority: handlerPriority, operation: operation)
        return
      }
    #endif
    _ = Task.detached(priority: handlerPriority, operation: operation)
  }

  /// Calls `body` on the caller's thread, without the caller's task-locals. On systems that can't
  /// start a task in place, `body` does see them, because it must return before this call does.
  ///
  /// - Parameter context: where `body` belongs, such as to a test.
  static func callApart(
    in context: (any TrackedContext)?, _ body: @escaping @Sendable () -> Void
  ) {
    if context?.runInTest(body) == true { return }
    let surroundings = Surroundings(tracking: context)
    guard System.hasImmediateTasks,
      #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    else { return surroundings.bind(body) }
    Task.immediateDetached(priority: Task.currentPriority) { surroundings.bind(body) }
  }

  /// Starts the task of an operation, for the promise that it settles.
  ///
  /// While the promise is tracked, its record lasts until the operation has ended, and the task
  /// prefers an executor that counts its jobs.
  static func operation(
    for cell: Cell, on isolation: (any Actor)?, _ start: Start = .enqueued, name: String? = nil,
    priority: TaskPriority? = nil, _ operation: Operation
  ) -> WorkTask {
    guard let record = cell.origin.record else {
      return maker.make(isolation, start, name, priority, operation)
    }
    let (preferred, tracked) = record.operationBegins(on: isolation) { await operation() }
    let isImmediate = if case .immediate = start { true } else { false }
    // On an actor, a task that prefers an executor must be enqueued, and would lose its turn.
    guard let preferred, !isImmediate || isolation == nil else {
      return maker.make(isolation, start, name, priority, .captured(tracked))
    }
    if isImmediate, System.hasImmediateTasks,
      #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    {
      let executor = preferred.taskExecutor
      return Task.immediate(name: name, priority: priority, executorPreference: executor) {
        await tracked()
      }
    }
    return maker.make(isolation, .preferring(preferred), name, priority, .captured(tracked))
  }

  /// Adds a child task to the group of a map's task, in the isolation of the caller.
  static func addChild(
    _ work: ChildWork, to group: inout ThrowingTaskGroup<ChildWork, any Error>, partOf map: Cell,
    isolation: isolated (any Actor)?
  ) {
    guard isolation != nil || map.origin.isTracked else {
      return group.addTask {
        await work.run()
        return work
      }
    }
    let (executor, operation) = map.origin.itemBegins(on: isolation, work.run)
    let child = isolated {
      _ = isolation
      await operation()
      return work
    }
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      let executor = executor?.taskExecutor
    else { return group.addTask(operation: child) }
    group.addTask(executorPreference: executor, operation: child)
  }

  /// Starts the task of an asynchronous handler when it is the handler's turn, in place if the
  /// system can do that.
  static func handler(
    for cell: Cell, on isolation: (any Actor)?, _ operation: Operation
  ) -> WorkTask {
    Self.operation(for: cell, on: isolation, .immediate, priority: handlerPriority, operation)
  }

  static func run(_ operation: Operation, on isolation: isolated (any Actor)?) async {
    await operation()
  }

  /// Identifies the current task among all tasks that have not ended; zero outside tasks.
  package static var current: UInt64 {
    withUnsafeCurrentTask { task in task.map { UInt64(UInt(bitPattern: $0.hashValue)) } ?? 0 }
  }

  /// Whether a task that runs one of the library's jobs is no longer like a new one. A handler can
  /// get hold of the task that it runs in, and cancel or escalate it, which must not affect other
  /// handlers.
  @inline(__always)
  static func isChanged(_ task: UnsafeCurrentTask) -> Bool {
    task.isCancelled || task.priority != handlerPriority
  }

  /// The same for the current task, at less cost than looking it up to ask a single question.
  static var isCurrentChanged: Bool {
    Task.isCancelled || Task.currentPriority != handlerPriority
  }

  /// Whether tests of this process run tasks in an order that they have chosen.
  static var areExplored: Bool {
    #if DEBUG
      if executor != nil { return true }
    #endif
    return KeptTasks.shared.isOff
  }

  /// The priority of all jobs that run handlers. Actors and executors run jobs of the same priority
  /// in the order in which they were enqueued, which keeps handlers in order.
  static var handlerPriority: TaskPriority { .medium }

  #if DEBUG
    /// The executor on which exploration tests run the library's jobs, one at a time. Tasks created
    /// in a job inherit it. Release builds don't contain it.
    @TaskLocal static var executor: PreferredExecutor?
  #endif

  private struct IsolatedMaker {
    let make: (isolated (any Actor)?, Start, String?, TaskPriority?, Operation) -> WorkTask
  }
  struct Maker {
    let make: ((any Actor)?, Start, String?, TaskPriority?, Operation) -> WorkTask
  }

  // SAFETY: an isolated parameter is passed like any other. Without the cast, a call would have to
  // hop to the actor. `make` doesn't need that, because it only creates a task with that isolation.
  nonisolated(unsafe) static let maker = ErasedClosure(IsolatedMaker(make: make)).as(Maker.self)

  private static func make(
    isolation: isolated (any Actor)?, start: Start, name: String?, priority: TaskPriority?,
    operation: Operation
  ) -> WorkTask {
    if case .detached = start {
      return Task.detached(
        priority: priority,
        operation: isolated {
          _ = isolation
          await operation()
        })
    }
    #if DEBUG
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
        let executor = executor?.taskExecutor
      {
        return Task(name: name, executorPreference: executor, priority: priority) {
          await run(operation, on: isolation)
        }
      }
    #endif
    if case .preferring(let executor) = start,
      #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    {
      // The first thing that the task does is to go to its actor, if any.
      return Task(
        name: name, executorPreference: executor.taskExecutor, priority: priority,
        operation: isolated {
          _ = isolation
          await operation()
        })
    }
    if case .immediate = start, System.hasImmediateTasks,
      #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    {
      return Task.immediate(name: name, priority: priority) {
        _ = isolation
        await operation()
      }
    }
    return Task(name: name, priority: priority) {
      _ = isolation
      await operation()
    }
  }

  /// Returns `body`. A closure inherits the isolation of the code that forms it only as an argument
  /// with these attributes.
  private static func isolated<T>(
    @_inheritActorContext _ body: sending @escaping @isolated(any) () async throws -> T
  ) -> sending @isolated(any) () async throws -> T {
    body
  }
}

/// What a child task runs: an object, so that a task without isolation needs no closure.
class ChildWork: QueueNode, @unchecked Sendable {
  nonisolated(nonsending) func run() async {}
}
