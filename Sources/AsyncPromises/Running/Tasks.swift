// The one place where the library makes tasks.

/// What the tasks of the library see of task-locals: an operation sees those of the code that makes
/// it (D1). All else runs on behalf of others than whoever happens to start it, and sees none (B9):
/// what the library itself has bound goes along as `Surroundings`.
enum Tasks {
  /// When a task starts to run, and whether it inherits task-locals.
  enum Start {
    /// As soon as its executor finds time.
    case enqueued
    /// On the thread of the caller, who runs on the task's isolation, until the task first
    /// suspends. Where the platform can't do that, as soon as the executor finds time.
    case immediate
    /// As soon as its executor finds time, without the task-locals of the caller.
    case detached
  }

  /// Starts a task in an isolation that is known at run time only. It sees no task-locals of the
  /// caller.
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

  /// Has a task run nonisolated handlers: one that sleeps, unless something is bound that it would
  /// not see. What all the others begin with, a closure for the isolation, would be one of the
  /// allocations that each settling pays for.
  static func start(_ job: HandlerJobs.Job) {
    if let surroundings = Surroundings.current {
      return surroundings.start(handlerPriority, on: nil, .captured { await job.runGlobally() })
    }
    if KeptTasks.shared.run(job) { return }
    Task.detached(priority: handlerPriority) { await KeptTasks.shared.serve(job) }
  }

  /// Starts a task like `start(on:)`, but with the task-locals of the caller.
  static func startInheriting(
    on isolation: any Actor,
    _ body: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) {
    _ = maker.make(isolation, .enqueued, nil, handlerPriority, .captured(body))
  }

  /// Calls `body` on the thread of the caller, without its task-locals. Where the platform can't
  /// start a task in place, with them: the call has to be over when this one returns.
  static func callApart(_ body: @escaping @Sendable () -> Void) {
    guard System.hasImmediateTasks,
      #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    else { return body() }
    let surroundings = Surroundings.current
    Task.immediateDetached(priority: Task.currentPriority) {
      if let surroundings { surroundings.bind(body) } else { body() }
    }
  }

  /// Starts a task that does the work of many, and may outlast by far whoever comes first: it takes
  /// nothing of theirs along.
  static func startShared(_ body: @escaping @Sendable () async -> Void) {
    let operation = Operation.captured(body)
    #if DEBUG
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
        let executor = executor?.taskExecutor
      {
        Task(executorPreference: executor, priority: handlerPriority) { await operation() }
        return
      }
    #endif
    Task.detached(priority: handlerPriority) { await operation() }
  }

  /// Starts the task of an operation, for the promise that it settles.
  ///
  /// While the promise is tracked, its record lasts until the operation has ended, and the task
  /// prefers an executor that counts its jobs.
  static func operation(
    for cell: Cell, on isolation: (any Actor)?, _ start: Start = .enqueued, name: String? = nil,
    priority: TaskPriority? = nil, _ operation: Operation
  ) -> Task<Void, Never> {
    guard cell.origin.isTracked else {
      return maker.make(isolation, start, name, priority, operation)
    }
    return cell.origin.operationBegins(operation) { executor, operation in
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
        let executor = executor?.taskExecutor
      else { return maker.make(isolation, start, name, priority, operation) }
      if case .immediate = start {
        // On an actor, a task that prefers an executor has to be enqueued: it would lose its turn.
        if isolation != nil { return maker.make(isolation, start, name, priority, operation) }
        if System.hasImmediateTasks,
          #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
        {
          return Task.immediate(name: name, priority: priority, executorPreference: executor) {
            await operation()
          }
        }
      }
      return Task(name: name, executorPreference: executor, priority: priority) {
        await run(operation, on: isolation)
      }
    }
  }

  /// Starts the task of an asynchronous handler in its turn: in place, where the platform can.
  static func handler(
    for cell: Cell, on isolation: (any Actor)?, _ operation: Operation
  ) -> Task<Void, Never> {
    Self.operation(for: cell, on: isolation, .immediate, priority: handlerPriority, operation)
  }

  static func run(_ operation: Operation, on isolation: isolated (any Actor)?) async {
    await operation()
  }

  /// Identifies the current task among those that run; zero outside of tasks.
  static var current: UInt {
    withUnsafeCurrentTask { task in task.map { UInt(bitPattern: $0.hashValue) } ?? 0 }
  }

  /// The priority of the jobs that run handlers: the same for all of them. Actors and executors
  /// take jobs of one priority in the order in which they came, which keeps handlers in order.
  static var handlerPriority: TaskPriority { .medium }

  #if DEBUG
    /// Where exploring tests have the jobs of the library run, one at a time. Tasks that are made
    /// in a job inherit it; release builds have no trace of it.
    @TaskLocal static var executor: PreferredExecutor?
  #endif

  // A function that is cast on its own is wrapped twice, with its closures: in a structure it is
  // cast as it is.
  private struct IsolatedMaker {
    let make: (isolated (any Actor)?, Start, String?, TaskPriority?, Operation) -> Task<Void, Never>
  }
  struct Maker {
    let make: ((any Actor)?, Start, String?, TaskPriority?, Operation) -> Task<Void, Never>
  }

  // SAFETY: an isolated parameter is passed like any other. The call that the cast avoids would
  // hop to the actor, which `make` has no need of: it only forms a task there.
  nonisolated(unsafe) static let maker = unsafeBitCast(
    IsolatedMaker(make: make), to: Maker.self)

  private static func make(
    isolation: isolated (any Actor)?, start: Start, name: String?, priority: TaskPriority?,
    operation: Operation
  ) -> Task<Void, Never> {
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

  /// A closure keeps the isolation of where it is formed as an argument of this kind only.
  private static func isolated(
    @_inheritActorContext _ body: sending @escaping @isolated(any) () async -> Void
  ) -> sending @isolated(any) () async -> Void {
    body
  }
}
