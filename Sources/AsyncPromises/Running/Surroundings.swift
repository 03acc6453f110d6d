// What the library's own tasks inherit: scopes and explorers, but no task-locals of the user's.

/// The library's own task-locals, which its tasks inherit if any are bound.
struct Surroundings: Sendable {
  let tracking: (any TrackedContext)?
  #if DEBUG
    private let executor = Tasks.executor
  #endif

  static var current: Surroundings? {
    let surroundings = Surroundings(tracking: Tracking.tracker?.context)
    #if DEBUG
      if surroundings.executor != nil { return surroundings }
    #endif
    return surroundings.tracking == nil ? nil : surroundings
  }

  func start(_ priority: TaskPriority, on isolation: (any Actor)?, _ operation: Operation) {
    let bound = Operation.captured { await bind(operation, isolation: #isolation) }
    #if DEBUG
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
        let executor = executor?.taskExecutor
      {
        Task.detached(executorPreference: executor, priority: priority) {
          await Tasks.run(bound, on: isolation)
        }
        return
      }
    #endif
    func make(_ start: Tasks.Start) {
      _ = Tasks.maker.make(isolation, start, nil, priority, bound)
    }
    if tracking?.startInTest({ make(.enqueued) }) != true { make(.detached) }
  }

  // Takes an isolated parameter because closures of a `nonisolated(nonsending)` function leave the
  // actor.
  private func bind(_ operation: Operation, isolation: isolated (any Actor)?) async {
    #if DEBUG
      await Tasks.$executor.withValue(executor) {
        _ = isolation
        await bindTracking(operation, isolation: isolation)
      }
    #else
      await bindTracking(operation, isolation: isolation)
    #endif
  }

  private func bindTracking(_ operation: Operation, isolation: isolated (any Actor)?) async {
    guard let tracking else { return await operation() }
    await tracking.bind({ await operation() }, isolation: isolation)
  }

  func bind(_ body: () -> Void) {
    #if DEBUG
      Tasks.$executor.withValue(executor) { bindTracking(body) }
    #else
      bindTracking(body)
    #endif
  }

  private func bindTracking(_ body: () -> Void) {
    if let tracking { tracking.bind(body) } else { body() }
  }
}
