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

  private final class DispatchHandlerQueue: HandlerQueue, @unchecked Sendable {
    private let queue: DispatchQueue
    private let flags: DispatchWorkItemFlags

    init(_ queue: DispatchQueue, _ flags: DispatchWorkItemFlags) {
      (self.queue, self.flags) = (queue, flags)
    }

    override func enqueue(_ job: @escaping @Sendable () -> Void) {
      queue.async(flags: flags, execute: job)
    }
  }
#endif
