// timeout: an outcome that arrives in time, or else an error.

extension Promise {
  /// Returns a promise that settles like this promise, or is rejected with
  /// ``PromiseError/timedOut(after:work:failedAttempts:)`` if that takes longer than `limit`.
  ///
  /// Work that ignores cancellation doesn't delay the rejection. Work that blocks every thread of
  /// Swift's pool does, because the timer needs one of them.
  ///
  /// The deadline is fixed when the derived promise is created. If this promise settles first, the
  /// timer is released at once. With a limit of zero or less, only an already settled promise is in
  /// time; limits over a hundred years count as a hundred years.
  ///
  /// A limit on a promise that `retry` returned is a limit for all of its attempts, and the error
  /// has theirs.
  ///
  /// ## Cancellation
  /// When the limit passes or the derived promise is cancelled, it withdraws from this promise,
  /// which is abandoned if it has no other consumer. Its operation may take a while to stop. To
  /// wait for that, use ``waitForOperation()``.
  ///
  /// ## Example
  /// ```swift
  /// let answer = ask(server).timeout(after: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - limit: the longest time to wait.
  ///   - tolerance: how much later the clock may wake the timer. The system's clocks do so on time.
  ///   - clock: the clock that measures the time; by default that of the test's scope, if any,
  ///     or else the continuous clock.
  /// - Returns: a promise with the same outcome, or with the timeout error.
  public func timeout(
    after limit: Duration, tolerance: Duration? = nil,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    limited(limit, Origin("timeout", fileID, line)) { timed, expire in
      Timer.start(Timer.clock(clock), after: limit, tolerance: tolerance, for: timed, expire)
    }
  }

  /// Returns a promise that settles like this promise, or is rejected with
  /// ``PromiseError/timedOut(after:work:failedAttempts:)`` at `deadline`.
  ///
  /// Use this to give several promises the same deadline. The error contains the time that was left
  /// when this method was called. In all other respects, it behaves like
  /// ``timeout(after:tolerance:clock:fileID:line:)``.
  ///
  /// ## Cancellation
  /// At the deadline, or when the derived promise is cancelled, it withdraws from this promise,
  /// which is abandoned if it has no other consumer.
  ///
  /// ## Example
  /// ```swift
  /// let deadline = ContinuousClock.now + .seconds(5)
  /// let user = loadUser().timeout(at: deadline)
  /// let image = user.then { images.load($0.avatarURL) }.timeout(at: deadline)
  /// ```
  ///
  /// - Parameters:
  ///   - deadline: the instant to wait until.
  ///   - tolerance: how much later the clock may wake the timer. The system's clocks do so on time.
  ///   - clock: the clock that the deadline refers to.
  /// - Returns: a promise with the same outcome, or with the timeout error.
  public func timeout<C: Clock>(
    at deadline: C.Instant, tolerance: Duration? = nil, clock: C = ContinuousClock(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise where C.Duration == Duration {
    limited(clock.now.duration(to: deadline), Origin("timeout", fileID, line)) { timed, expire in
      Timer.start(clock, at: deadline, tolerance: tolerance, for: timed, expire)
    }
  }

  /// Returns a promise that settles like this one, or is rejected when the timer that
  /// `start` makes fires.
  private func limited(
    _ limit: Duration, _ origin: @autoclosure () -> Origin,
    _ start: (ValueCell<Value>, @escaping Timer.Action) -> Timer
  ) -> Promise {
    if cell.isSettled { return self }
    let timed = ValueCell<Value>(.armed(with: cell), origin())
    cell.attach(derived: timed)
    timed.limit(to: limit, { start(timed, $0) }) { [cell] effects in
      _ = timed.reject(PromiseError.timedOut(after: limit, waitingFor: cell), &effects)
    }
    return Promise(cell: timed)
  }
}

extension ValueCell {
  /// Calls `expire` once `limit` has passed, unless the cell is settled by then.
  package final func limit(
    to limit: Duration, _ expire: @escaping @Sendable (inout Effects) -> Void
  ) {
    self.limit(to: limit, { Timer.start(Timer.clock(nil), after: limit, for: self, $0) }, expire)
  }

  /// The same, with the timer that `start` makes if there is any time left.
  fileprivate final func limit(
    to limit: Duration, _ start: (@escaping Timer.Action) -> Timer,
    _ expire: @escaping Timer.Action
  ) {
    guard limit > .zero else { return Trampoline.run(expire) }
    let timer = start(expire)
    Trampoline.run { effects in
      observe(.settling, &effects) { timer.consumerWithdrew(.settled, &$0) }
    }
  }
}
