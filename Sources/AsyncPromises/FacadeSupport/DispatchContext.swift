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
    package func run(_ job: @escaping @Sendable () -> Void, flags: DispatchWorkItemFlags = []) {
      if let simulation = Simulations.current {
        let isMain = self === DispatchQueue.main
        return simulation.enqueue(isMain ? .main : .other(ObjectIdentifier(self)), job)
      }
      async(flags: flags, execute: job)
    }
  }

  private final class DispatchHandlerQueue: HandlerQueue, @unchecked Sendable {
    private let queue: DispatchQueue
    private let flags: DispatchWorkItemFlags

    init(_ queue: DispatchQueue, _ flags: DispatchWorkItemFlags) {
      (self.queue, self.flags) = (queue, flags)
    }

    override func enqueue(_ job: @escaping @Sendable () -> Void) {
      queue.run(job, flags: flags)
    }
  }
#endif
