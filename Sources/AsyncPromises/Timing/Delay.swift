// delay: makes an outcome arrive later.

extension Promise where Value == Void {
  /// Returns a promise that is fulfilled once `duration` has passed on `clock`.
  ///
  /// The deadline is fixed when the promise is created. With a duration of zero or less it is
  /// fulfilled at once, without a timer; durations over a hundred years count as a hundred years.
  ///
  /// ## Cancellation
  /// Cancelling the promise releases the timer at once.
  ///
  /// ## Example
  /// ```swift
  /// Promise.delay(for: .seconds(2)).done { banner.hide() }
  /// ```
  ///
  /// - Parameters:
  ///   - duration: the time to wait.
  ///   - tolerance: how much later the clock may wake the timer. The system's clocks do so on time.
  ///   - clock: the clock that measures the time; by default that of the test's scope, if any,
  ///     or else the continuous clock.
  /// - Returns: a promise without a value.
  public static func delay(
    for duration: Duration, tolerance: Duration? = nil,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    delay(
      for: duration, tolerance: tolerance, clock, Origin("delay", fileID, line), fulfilling: ())
  }
}

extension Promise {
  /// The implementation of `delay`, shared with other operators.
  package static func delay(
    for duration: Duration, tolerance: Duration? = nil, _ clock: (any Clock<Duration>)?,
    _ origin: @autoclosure () -> Origin, fulfilling value: Value
  ) -> Promise {
    guard duration > .zero else { return .fulfilled(value) }
    let cell = ValueCell<Value>(origin())
    let timer = Timer.start(Timer.clock(clock), after: duration, tolerance: tolerance, for: cell) {
      _ = cell.fulfill(value, &$0)
    }
    Trampoline.run { cell.wait(for: timer, &$0) }
    return Promise(cell: cell)
  }

  /// Returns a promise that is fulfilled with this promise's value once `duration` has passed since
  /// this promise was fulfilled, or rejected at once with this promise's error.
  ///
  /// The deadline is fixed when this promise is fulfilled. A duration of zero or less adds no
  /// delay; durations over a hundred years count as a hundred years.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws it from this promise, or releases the timer at once.
  ///
  /// ## Example
  /// ```swift
  /// let calm = search.delay(by: .milliseconds(300))
  /// ```
  ///
  /// - Parameters:
  ///   - duration: the time to wait after this promise is fulfilled.
  ///   - tolerance: how much later the clock may wake the timer. The system's clocks do so on time.
  ///   - clock: the clock that measures the time; by default that of the test's scope, if any,
  ///     or else the continuous clock.
  /// - Returns: a promise for the same value.
  public func delay(
    by duration: Duration, tolerance: Duration? = nil,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    let clock = Timer.clock(clock)
    return derive(on: nil, Origin("delay", fileID, line)) { _, source, derived, effects in
      guard duration > .zero, !source.isRejected else {
        derived.take(from: source, &effects)
        return
      }
      // An owed value that is passed on is counted where it is owed. If the timer is stopped, it
      // hasn't been received.
      if source.marks.hasPublished(.owed) {
        derived.observe(.settling, &effects) { _ in source.marks.consumerVanished() }
      }
      let timer = Timer.start(clock, after: duration, tolerance: tolerance, for: derived) {
        _ = derived.settle(as: source, &$0)
      }
      derived.wait(for: timer, &effects)
    }
  }
}
