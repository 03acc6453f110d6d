// Startup.swift: the steps that an app takes at startup, in order, in a serial queue that is built
// from continuations.

import AsyncPromises
import BoltsCompat
import Foundation

/// Starts each piece of work after the previous one has ended, successfully or not.
@MainActor
final class TaskQueue {
  private var last = Promise<Void>.fulfilled(())

  @discardableResult
  func enqueue<R: Sendable>(_ work: @escaping () -> Promise<R>) -> Promise<R> {
    let task = Promise.allSettled([last]).then { _ in work() }
    last = Promise.allSettled([task]).map { _ in }
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
  func run() -> Promise<Int> {
    let steps = ["settings", "session", "news"].map { name in
      queue.enqueue { self.step(name) }
    }
    return Promise<Bool>.whenAllResult(steps).map { $0.count { $0 } }
  }

  /// Opens a document after the earlier steps have ended.
  func open(_ document: String) -> Promise<String> {
    queue.enqueue { self.server.send(document) }
  }

  private func step(_ name: String) -> Promise<Bool> {
    log.append("\(name) begins")
    return Promise.allSettled([server.send(name)]).map { outcomes in
      let task = outcomes[0]
      self.log.append(task.faulted ? "\(name) failed" : "\(name) is done")
      return !task.faulted
    }
  }
}

extension Promise {
  /// Waits for all; it is cancelled if one of them is, or has the errors of all.
  fileprivate static func whenAllResult(_ promises: [Promise]) -> Promise<[Value]> {
    Promise<[Result<Value, any Error>]>.allSettled(promises).map { outcomes in
      if outcomes.contains(where: { $0.cancelled }) { throw CancellationError() }
      let errors = outcomes.compactMap { $0.error }
      guard errors.isEmpty else { throw AggregateError(errors: errors) }
      return try outcomes.map { try $0.get() }
    }
  }
}

extension Result where Failure == any Error {
  /// The error, unless it stands for a cancellation.
  fileprivate var error: (any Error)? {
    if case .failure(let error) = self, !(error is CancellationError) { error } else { nil }
  }

  /// Whether it is a cancellation.
  fileprivate var cancelled: Bool {
    if case .failure(is CancellationError) = self { true } else { false }
  }

  /// Whether there is an error.
  fileprivate var faulted: Bool {
    error != nil
  }
}
