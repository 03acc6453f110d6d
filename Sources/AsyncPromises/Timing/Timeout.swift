// timeout: an outcome comes in time, or an error does.

extension Promise {
  /// Settled as this promise is, if that happens within `limit`; rejected with
  /// ``PromiseError/timedOut(after:)`` otherwise, on time, whatever the work does.
  ///
  /// The deadline is computed once, when the derived promise is made. When this promise settles
  /// first, the timer is freed at once. A limit of zero or less lets only a promise pass that is
  /// settled already; one of more than a hundred years is as long as a hundred years.
  ///
  /// ## Cancellation
  /// When the time is up, and when the derived promise is cancelled, it withdraws from this
  /// promise, which is cancelled if it has no other consumer.
  ///
  /// ```swift
  /// let answer = ask(server).timeout(after: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - limit: how long to wait.
  ///   - clock: measures the time.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  /// - Returns: a promise of the same outcome, or of the end of the time.
  public func timeout(
    after limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    if cell.isSettled { return self }
    let timed = ValueCell<Value>(mirroring: cell, Origin(.timeout, fileID, line))
    let error = PromiseError.timedOut(after: limit)
    cell.attach(timed)
    guard limit > .zero else {
      Trampoline.run { _ = timed.reject(error, &$0) }
      return Promise(cell: timed)
    }
    let timer = Timer.start(clock, after: limit, for: timed) { _ = timed.reject(error, &$0) }
    Trampoline.run { trampoline in
      timed.observe(.settling, &trampoline) { timer.consumerWithdrew(.settled, &$0) }
    }
    return Promise(cell: timed)
  }
}
