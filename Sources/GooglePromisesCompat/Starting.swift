// The start of a chain: work that runs on a queue.

import AsyncPromises
import Dispatch
import PromiseCompatSupport

extension Promise {
  /// The type of work that calls one of two closures when it is done.
  public typealias Async = (
    _ fulfill: @escaping @Sendable (Value) -> Void,
    _ reject: @escaping @Sendable (any Error) -> Void
  ) throws -> Void

  /// The type of work that returns its result.
  public typealias Do<T> = () throws -> T

  /// Calls `work` on the queue, and creates a promise that `work` settles through its closures.
  ///
  /// If `work` throws, the promise is rejected with that error. If both closures are released
  /// without being called, the promise stays pending.
  @inlinable
  public convenience init(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping Async
  ) {
    self.init(core: Self.begin("async", fileID, line, queue, work))
  }

  /// Calls `work` on the queue, and creates a promise that is fulfilled with the result, or
  /// rejected with the error that `work` throws.
  @inlinable
  public convenience init(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping Do<Value>
  ) {
    self.init(
      core: Core<Void>.fulfilled(Transfer(())).settle(.init("do", fileID, line, queue)) { _ in
        try checked(work())
      })
  }

  /// Calls `work` on the queue, and creates a promise that settles like the one that `work`
  /// returns, or is rejected with the error that `work` throws.
  @inlinable
  public convenience init<Followed: Promise<Value>>(
    on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping Do<Followed>
  ) {
    // Generic, because otherwise a closure that only throws would be ambiguous.
    self.init(
      core: Core<Void>.fulfilled(Transfer(())).follow(.init("do", fileID, line, queue)) { _ in
        try work().core
      })
  }

  /// Returns a promise that follows the one that `work` settles; cancelling it in time skips the
  /// work.
  @usableFromInline
  static func begin(
    _ kind: Operator, _ fileID: StaticString, _ line: UInt, _ queue: DispatchQueue,
    _ work: @escaping Async
  ) -> Core<Value> {
    Core<Void>.fulfilled(Transfer(())).follow(.init(kind, fileID, line, queue)) { _ in
      let promise = Promise(fileID: fileID, line: line)
      do {
        try work({ promise.fulfill($0) }, { promise.reject($0) })
      } catch {
        promise.reject(error)
      }
      return promise.core
    }
  }
}
