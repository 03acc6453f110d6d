// Handlers on a dispatch queue, for compatibility modules that let callers choose the queue.

import AsyncPromises

#if canImport(Dispatch)
  import Dispatch
  import Foundation

  extension ExecutionContext {
    /// Creates a context that runs each handler in its own block on a queue or, without a queue, in
    /// the call that makes it due.
    ///
    /// - Parameters:
    ///   - queue: a serial or concurrent queue.
    ///   - flags: how the queue runs the block.
    package init(_ queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil) {
      guard let queue else {
        self = .inline
        return
      }
      let flags = Flags(value: flags ?? [])
      self = .queue(HandlerQueue { queue.run(flags: flags.value, $0) })
    }
  }

  /// Flags are just a number, but Dispatch doesn't declare them `Sendable` on every platform.
  private struct Flags: @unchecked Sendable {
    let value: DispatchWorkItemFlags
  }

  extension Handling {
    /// Describes how to call a handler on a queue, or inline if there is none.
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
    /// Runs `job` on the queue or, in a simulation, as one of its jobs.
    package func run(
      group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified,
      flags: DispatchWorkItemFlags = [], _ job: @escaping @Sendable () -> Void
    ) {
      guard let simulation = Simulations.current else {
        return async(group: group, qos: qos, flags: flags) { MainLoop.run(job) }
      }
      group?.enter()
      let queue = SimulatedQueue(self)
      simulation.enqueue(queue) {
        // `sync` runs the job of any other queue on this thread, but still on its queue, as usual.
        if queue == .main { job() } else { self.sync(execute: job) }
        group?.leave()
      }
    }
  }

  extension OperationQueue {
    /// Runs `job` as an operation of the queue or, in a simulation, as one of its jobs.
    package func run(_ job: @escaping @Sendable () -> Void) {
      guard let simulation = Simulations.current else {
        return addOperation { MainLoop.run(job) }
      }
      if self == .main { return DispatchQueue.main.run(job) }
      // Negative, unlike the numbers of dispatch queues.
      let address = Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())
      simulation.enqueue(maxConcurrentOperationCount == 1 ? .other(number: -address) : nil) {
        withExtendedLifetime(self, job)
      }
    }
  }

  extension SimulatedQueue {
    private static let key = DispatchSpecificKey<SimulatedQueue>()
    private static let numbers = DispatchQueue(label: "AsyncPromises.SimulatedQueue")
    /// Accessed only on `numbers`.
    nonisolated(unsafe) private static var last = 0

    /// Identifies a queue by a mark that is stored in it, because several objects may represent one
    /// queue, as on Linux. Queues that are not the system's are treated as serial.
    ///
    /// - Returns: `nil` for the system's concurrent queues, which can't be marked.
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

  package enum MainQueue {
    /// Returns when the main queue has run what it holds, if the caller is on the main actor.
    // Takes an isolated parameter because Swift 6.3 can't optimize a `nonisolated(nonsending)`
    // function that compares its isolation.
    package static func turn(isolation: isolated (any Actor)?) async {
      guard isolation === MainActor.shared else { return }
      await withUnsafeContinuation { end in DispatchQueue.main.run { end.resume() } }
    }
  }
#endif
