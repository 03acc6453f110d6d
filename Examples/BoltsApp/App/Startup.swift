// Startup.swift: the steps that an app takes at startup, in order, on a serial queue that is built
// from continuations.

import BoltsCompat
import Foundation

/// Starts each piece of work after the previous one has ended, successfully or not.
@MainActor
final class TaskQueue {
  private var last = Task<Void>(())

  @discardableResult
  func enqueue<R>(_ work: @escaping () -> Task<R>) -> Task<R> {
    let task = last.continueWithTask(.mainThread) { _ in work() }
    last = task.continueWith(.mainThread) { _ in }
    return task
  }
}

@MainActor
final class Startup {
  private let server: Server
  private let queue = TaskQueue()
  private(set) var log: [String] = []

  init(server: Server) {
    self.server = server
  }

  /// Completed with the number of successful steps, once all have ended.
  func run() -> Task<Int> {
    let steps = ["settings", "session", "news"].map { name in
      queue.enqueue { self.step(name) }
    }
    return Task<Bool>.whenAllResult(steps).continueOnSuccessWith(.mainThread) { $0.count { $0 } }
  }

  /// Opens a document after the earlier steps have ended.
  func open(_ document: String) -> Task<String> {
    queue.enqueue { self.server.send(document) }
  }

  private func step(_ name: String) -> Task<Bool> {
    log.append("\(name) begins")
    return server.send(name).continueWith(.mainThread) { task in
      self.log.append(task.faulted ? "\(name) failed" : "\(name) is done")
      return !task.faulted
    }
  }
}
