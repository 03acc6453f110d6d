// withPlace: a limiter's place in the caller's own task.

import AsyncPromises

extension PromiseLimiter {
  /// Runs `body` in the caller's task as soon as a place is free, and returns its result or throws
  /// its error.
  ///
  /// Places are given in call order, to tasks and to the operations of `run` alike. If one is free,
  /// the call doesn't suspend.
  ///
  /// `body` runs in the caller's isolation and doesn't escape: it sees the task-locals, and may
  /// change local variables and return what isn't `Sendable`.
  ///
  /// A place that is taken within one of the same limiter is a second one: with a limit of one, the
  /// task waits for itself. The report of a tracked process names both lines.
  ///
  /// ## Cancellation
  /// A waiting task that is cancelled leaves the line at once, and `body` isn't called, nor is it
  /// in a task that was cancelled before the call. In a task that is cancelled later, `body` keeps
  /// its place until it returns.
  ///
  /// ## Example
  /// ```swift
  /// let connections = PromiseLimiter(limit: 4)
  /// let page = try await connections.withPlace { try await fetch(url) }
  /// ```
  ///
  /// - Parameter body: the work.
  /// - Returns: what `body` returns.
  /// - Throws: the error of `body`; `CancellationError` if the task is cancelled while it waits;
  ///   ``LimiterIsFull``.
  @inlinable
  public nonisolated(nonsending) func withPlace<R>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: nonisolated(nonsending) () async throws -> sending R
  ) async throws -> sending R {
    try await place(alone: false, fileID, line, orThrow: { $0 }, body)
  }

  /// Runs `body` in the caller's task as soon as a place is free, and throws errors of one type
  /// only.
  ///
  /// ## Cancellation
  /// As without `orThrow`.
  ///
  /// ## Example
  /// ```swift
  /// enum PageError: Error { case busy, notLoaded }
  /// func page() async throws(PageError) -> Page {
  ///   try await connections.withPlace(orThrow: { _ in .busy }) { () throws(PageError) in
  ///     do { return try await fetch(url) } catch { throw .notLoaded }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - refusal: returns the error to throw if `body` isn't called, given a `CancellationError` or
  ///     ``LimiterIsFull``.
  ///   - body: the work.
  /// - Returns: what `body` returns.
  /// - Throws: the error of `body`, or that of `refusal`.
  @inlinable
  public nonisolated(nonsending) func withPlace<R, Failure: Error>(
    fileID: StaticString = #fileID, line: UInt = #line, orThrow refusal: (any Error) -> Failure,
    _ body: nonisolated(nonsending) () async throws(Failure) -> sending R
  ) async throws(Failure) -> sending R {
    try await place(alone: false, fileID, line, orThrow: refusal, body)
  }

  /// Runs `body` in the caller's task while nothing else has a place: a barrier.
  ///
  /// Places are given in call order: the call waits until everything before it has ended, and
  /// whoever comes later waits for it, even if places are free.
  ///
  /// ## Cancellation
  /// As for ``withPlace(fileID:line:_:)``. When the call leaves the line, those behind it go on.
  ///
  /// ## Example
  /// ```swift
  /// try await connections.withAllPlaces { try await server.take("rotate the keys") }
  /// ```
  ///
  /// - Parameter body: the work.
  /// - Returns: what `body` returns.
  /// - Throws: the error of `body`; `CancellationError` if the task is cancelled while it waits;
  ///   ``LimiterIsFull``.
  @inlinable
  public nonisolated(nonsending) func withAllPlaces<R>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: nonisolated(nonsending) () async throws -> sending R
  ) async throws -> sending R {
    try await place(alone: true, fileID, line, orThrow: { $0 }, body)
  }

  @inlinable
  nonisolated(nonsending) func place<R, Failure: Error>(
    alone isAlone: Bool, _ fileID: StaticString, _ line: UInt,
    orThrow refusal: (any Error) -> Failure,
    _ body: nonisolated(nonsending) () async throws(Failure) -> sending R
  ) async throws(Failure) -> sending R {
    var ticket: Ticket?
    if !takes(alone: isAlone) {
      do {
        ticket = try await enter(alone: isAlone, fileID, line, isolation: #isolation)
      } catch {
        throw refusal(error)
      }
    }
    defer { leave(ticket) }
    return try await body()
  }

  /// Takes a place if one is free and nobody waits, unless there are reports.
  @usableFromInline
  func takes(alone isAlone: Bool) -> Bool {
    !Tracking.isOn && !Task.isCancelled && places.withLock { $0.take(alone: isAlone) }
  }

  /// Waits for a place.
  @usableFromInline
  func enter(
    alone isAlone: Bool, _ fileID: StaticString, _ line: UInt, isolation: isolated (any Actor)?
  ) async throws -> Ticket {
    let origin = Origin("limiter", fileID, line)
    let cell = origin.isTracked ? ValueCell<Void>(origin) : nil
    do {
      if Task.isCancelled { throw Ticket.cancellation }
      let ticket = try PlaceTicket(for: places, on: isolation, alone: isAlone, cell: cell)
      try await ticket.comes(isolation: isolation)
      return ticket
    } catch {
      settle(cell)
      throw error
    }
  }

  @usableFromInline
  func leave(_ ticket: Ticket?) {
    if let ticket {
      ticket.leave()
      settle(ticket.cell)
    } else if !places.withLock({ $0.free() }) {
      places.withLock { $0.grant() }.ring()
    }
  }

  private func settle(_ cell: Cell?) {
    if let cell { Trampoline.run { _ = ValueCell<Void>.of(cell).fulfill((), &$0) } }
  }
}
