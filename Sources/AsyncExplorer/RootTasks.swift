// The tasks that run bodies, which the caller of an exploration creates.

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks
  import Dispatch
  import Foundation

  /// A task whose first job has not run yet.
  struct RootTask: Sendable {
    let job: UnownedJob
    let task: Task<Void, Never>
  }

  /// Passes tasks from an exploration's caller, whose task-local values they inherit, to the
  /// exploration's thread, and the outcome back.
  final class RootTasks: @unchecked Sendable {
    private static var number: Int { 32 }

    private enum Event {
      case isEmpty
      case ended
    }

    private let body: Body
    private let surroundings: RunSurroundings
    private let lock = NSLock()
    private let supplies = DispatchSemaphore(value: 0)
    private var supplied: [RootTask] = []
    private var isOver = false
    private var event: Event?
    private var waiter: CheckedContinuation<Event, Never>?
    /// Used by the exploration's thread.
    private var tasks: [RootTask] = []

    init(_ body: Body, _ surroundings: RunSurroundings) {
      (self.body, self.surroundings) = (body, surroundings)
    }

    // MARK: The thread

    /// Returns a task that runs the body, or `nil` if the caller was cancelled.
    func next() -> RootTask? {
      if tasks.isEmpty {
        send(.isEmpty)
        supplies.wait()
        tasks = lock.withLock {
          defer { supplied = [] }
          return supplied.reversed()
        }
      }
      return lock.withLock { isOver } ? nil : tasks.popLast()
    }

    private func send(_ event: Event) {
      let waiter = lock.withLock { () -> CheckedContinuation<Event, Never>? in
        if self.waiter == nil { self.event = event }
        return self.waiter.take()
      }
      waiter?.resume(returning: event)
    }

    // MARK: The caller

    /// Runs `explore` on its own thread. The caller leaves its actor meanwhile, so that bodies may
    /// enter it.
    @concurrent
    func whileSupplied<R: Sendable>(
      _ explore: @escaping @Sendable () -> R
    ) async -> R {
      // SAFETY: written before the end is signaled, and read after that.
      nonisolated(unsafe) var outcome: R?
      let thread = Thread { [self] in
        trap_watch_stack()
        outcome = explore()
        trap_leave_stack()
        send(.ended)
      }
      thread.name = "AsyncExplorer"
      thread.stackSize = 8 << 20
      thread.start()
      while await nextEvent() == .isEmpty { supply() }
      lock.withLock { isOver = true }
      body.letGo()
      // Tasks that have not begun end at once, on the executors they would use without an
      // exploration.
      for root in tasks { Executors.shared.enqueue(root.job) }
      tasks = []
      surroundings.end()
      guard let outcome else {
        preconditionFailure("The exploration ended without an outcome.")
      }
      return outcome
    }

    private func nextEvent() async -> Event {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let event = lock.withLock { () -> Event? in
            if self.event == nil { waiter = continuation }
            return self.event.take()
          }
          if let event { continuation.resume(returning: event) }
        }
      } onCancel: {
        lock.withLock { isOver = true }
      }
    }

    private func supply() {
      var made: [Task<Void, Never>] = []
      let body = body
      let jobs = surroundings.executor.collect {
        for _ in 0..<Self.number {
          made.append(
            Task(executorPreference: surroundings.executor) {
              // Outside a run, the task has nothing to do.
              await Run.current?.call(body)
            })
        }
      }
      lock.withLock { supplied = zip(jobs, made).map { RootTask(job: $0, task: $1) } }
      supplies.signal()
    }
  }

  extension Run {
    /// Calls the body, and ends the run when the body ends.
    fileprivate func call(_ body: Body) async {
      do {
        try await IssueObserver.call(
          takingIssues: { self.takeIssue($0, isOfTest: $1) },
          isNew: { self.surroundings.isNew($0) }
        ) {
          do {
            try await self.bind { try await body() }
          } catch {
            await self.waitsForEverIfAbandoned()
            throw error
          }
          await self.waitsForEverIfAbandoned()
        }
        ends(.returned)
      } catch {
        ends(.threw(error))
      }
    }

    /// Stops a body that continues after it was considered hung, because its captures are gone.
    private func waitsForEverIfAbandoned() async {
      if isAbandoned { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
  }
#endif
