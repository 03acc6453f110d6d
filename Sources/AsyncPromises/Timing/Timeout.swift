// timeout: an outcome comes in time, or an error does.

extension Promise {
  /// Returns a promise that settles like this promise, or is rejected with
  /// ``PromiseError/timedOut(after:work:)`` if that takes longer than `limit`.
  ///
  /// The rejection is on time, whatever the work does.
  ///
  /// The deadline is computed once, when the derived promise is created. When this promise settles
  /// first, the timer is released at once. With a limit of zero or less, only a promise that is
  /// already settled passes; a limit of more than a hundred years counts as a hundred years.
  ///
  /// ## Cancellation
  /// When the limit has passed, and when the derived promise is cancelled, it withdraws from this
  /// promise, which is cancelled if it has no other consumer. Its operation may take a while to
  /// stop: ``waitForOperation()`` waits for that.
  ///
  /// ## Example
  /// ```swift
  /// let answer = ask(server).timeout(after: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - limit: the longest time to wait.
  ///   - clock: the clock that measures the time.
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise of the same outcome, or of the timeout.
  public func timeout(
    after limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    if cell.isSettled { return self }
    let timed = ValueCell<Value>(mirroring: cell, Origin("timeout", fileID, line))
    let expire: Timer.Action = { [cell] effects in
      let work = TimedOutWork(cell)
      _ = timed.reject(PromiseError.timedOut(after: limit, work: work), &effects)
    }
    cell.attach(timed)
    guard limit > .zero else {
      Trampoline.run(expire)
      return Promise(cell: timed)
    }
    let timer = Timer.start(clock, after: limit, for: timed, expire)
    Trampoline.run { effects in
      timed.observe(.settling, &effects) { timer.consumerWithdrew(.settled, &$0) }
    }
    return Promise(cell: timed)
  }
}
