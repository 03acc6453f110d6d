// Handlers on a dispatch queue, for the vocabularies that say where a handler runs.

#if canImport(Dispatch)
  import Dispatch

  extension ExecutionContext {
    /// On a queue, one block for each handler; in the call that makes it due where there is none.
    ///
    /// - Parameters:
    ///   - queue: serial or concurrent.
    ///   - flags: how the queue runs the block.
    package init(_ queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil) {
      guard let queue else {
        self = .inline
        return
      }
      self = .queue(DispatchHandlerQueue(queue, flags ?? []))
    }
  }

  extension Handling {
    /// How a handler is called on a queue, or inline where there is none.
    @usableFromInline
    package init(
      _ kind: Operator, _ fileID: StaticString, _ line: UInt,
      _ queue: DispatchQueue? = nil, _ flags: DispatchWorkItemFlags? = nil,
      passesInTurn: Bool = false
    ) {
      self.init(
        Origin(kind, fileID, line), in: ExecutionContext(queue, flags: flags),
        passesInTurn: passesInTurn)
    }
  }

  extension DispatchQueue {
    /// Has the queue run `job`; in a simulation, as one of its jobs.
    package func run(
      group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified,
      flags: DispatchWorkItemFlags = [], _ job: @escaping @Sendable () -> Void
    ) {
      guard let simulation = Simulations.current else {
        return async(group: group, qos: qos, flags: flags, execute: job)
      }
      group?.enter()
      let queue = SimulatedQueue(self)
      simulation.enqueue(queue) {
        // Other queues run it on the thread that waits for them: it stands on its queue, as ever.
        if queue == .main { job() } else { self.sync(execute: job) }
        group?.leave()
      }
    }
  }

  extension SimulatedQueue {
    private static let key = DispatchSpecificKey<SimulatedQueue>()
    private static let numbers = DispatchQueue(label: "AsyncPromises.SimulatedQueue")
    /// Of those who run on `numbers`.
    nonisolated(unsafe) private static var last = 0

    /// The queue, which may have many objects, as on Linux: it is known by what was left with it.
    /// Queues of others are taken for serial ones.
    ///
    /// - Returns: `nil` for the concurrent queues of the system, which take no mark.
    fileprivate init?(_ queue: DispatchQueue) {
      if queue.label.hasPrefix("com.apple.root.") { return nil }
      self = Self.numbers.sync {
        if let known = queue.getSpecific(key: Self.key) { return known }
        Self.last += 1
        let isMain = queue.label == DispatchQueue.main.label
        let new = isMain ? SimulatedQueue.main : .other(number: Self.last)
        queue.setSpecific(key: Self.key, value: new)
        return new
      }
    }
  }

  private final class DispatchHandlerQueue: HandlerQueue, @unchecked Sendable {
    private let queue: DispatchQueue
    private let flags: DispatchWorkItemFlags

    init(_ queue: DispatchQueue, _ flags: DispatchWorkItemFlags) {
      (self.queue, self.flags) = (queue, flags)
    }

    override func enqueue(_ job: @escaping @Sendable () -> Void) {
      queue.run(flags: flags, job)
    }
  }
#endif
