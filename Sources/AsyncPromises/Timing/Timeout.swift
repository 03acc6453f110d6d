// timeout: an outcome that arrives in time, or else an error.

extension Promise {
  /// Returns a promise that settles like this promise, or is rejected with
  /// ``PromiseError/timedOut(after:work:)`` if that takes longer than `limit`.
  ///
  /// Work that ignores cancellation doesn't delay the rejection.
  ///
  /// The deadline is fixed when the derived promise is created. If this promise settles first, the
  /// timer is released at once. With a limit of zero or less, only an already settled promise is in
  /// time; limits over a hundred years count as a hundred years.
  ///
  /// ## Cancellation
  /// When the limit passes or the derived promise is cancelled, it withdraws from this promise,
  /// which is cancelled if it has no other consumer. Its operation may take a while to stop. To
  /// wait for that, use ``waitForOperation()``.
  ///
  /// ## Example
  /// ```swift
  /// let answer = ask(server).timeout(after: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - limit: the longest time to wait.
  ///   - tolerance: how much later the timer may fire, to coalesce with others.
  ///   - clock: the clock that measures the time.
  /// - Returns: a promise with the same outcome, or with the timeout error.
  public func timeout(
    after limit: Duration, tolerance: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    if cell.isSettled { return self }
    let timed = ValueCell<Value>(mirroring: cell, Origin("timeout", fileID, line))
    cell.attach(derived: timed)
    timed.limit(to: limit, tolerance: tolerance, clock) { [cell] effects in
      let work = TimedOutWork(cell)
      _ = timed.reject(PromiseError.timedOut(after: limit, work: work), &effects)
    }
    return Promise(cell: timed)
  }

  /// Returns a promise that settles like this promise, or is rejected with
  /// ``PromiseError/timedOut(after:work:)`` at `deadline`.
  ///
  /// Use this to give several promises the same deadline. The error contains the time that was left
  /// when this method was called. In all other respects, it behaves like
  /// ``timeout(after:tolerance:clock:fileID:line:)``.
  ///
  /// ## Cancellation
  /// At the deadline, or when the derived promise is cancelled, it withdraws from this promise,
  /// which is cancelled if it has no other consumer.
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
  ///   - tolerance: how much later the timer may fire, to coalesce with others.
  ///   - clock: the clock that the deadline refers to.
  /// - Returns: a promise with the same outcome, or with the timeout error.
  public func timeout<C: Clock>(
    at deadline: C.Instant, tolerance: Duration? = nil, clock: C = ContinuousClock(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise where C.Duration == Duration {
    timeout(
      after: clock.now.duration(to: deadline), tolerance: tolerance, clock: clock,
      fileID: fileID, line: line)
  }
}

extension ValueCell {
  /// Calls `expire` once `limit` has passed, unless the cell is settled by then.
  package final func limit(
    to limit: Duration, tolerance: Duration? = nil, _ clock: any Clock<Duration>,
    _ expire: @escaping @Sendable (inout Effects) -> Void
  ) {
    guard limit > .zero else { return Trampoline.run(expire) }
    let timer = Timer.start(clock, after: limit, tolerance: tolerance, for: self, expire)
    Trampoline.run { effects in
      observe(.settling, &effects) { timer.consumerWithdrew(.settled, &$0) }
    }
  }
}
