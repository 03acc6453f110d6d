// delay: an outcome comes later.

extension Promise where Value == Never {
  /// Fulfilled when `duration` has passed on `clock`.
  ///
  /// The deadline is computed once, when the promise is made. A duration of zero or less is over at
  /// once, without a timer; one of more than a hundred years is as long as a hundred years.
  ///
  /// ## Cancellation
  /// Cancelling the promise frees the timer at once.
  ///
  /// ```swift
  /// Promise.delay(for: .seconds(2)).done { banner.hide() }
  /// ```
  ///
  /// - Parameters:
  ///   - duration: how long to wait.
  ///   - clock: measures the time.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  /// - Returns: a promise of the end of the time.
  public static func delay(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> {
    delay(for: duration, clock, Origin(.delay, fileID, line))
  }

  /// The delay itself, for others that wait.
  static func delay(
    for duration: Duration, _ clock: any Clock<Duration>, _ origin: @autoclosure () -> Origin
  ) -> Promise<Void> {
    guard duration > .zero else { return .fulfilled }
    let cell = ValueCell<Void>(origin())
    let timer = Timer.start(clock, after: duration, for: cell) { _ = cell.fulfill((), &$0) }
    Trampoline.run { cell.attach(timer, &$0) }
    return Promise<Void>(cell: cell)
  }
}

extension Promise {
  /// Fulfilled with the value of this promise when it is `duration` old; rejected at once as this
  /// promise is.
  ///
  /// The deadline is computed when this promise is fulfilled. A duration of zero or less adds
  /// nothing; one of more than a hundred years is as long as a hundred years.
  ///
  /// ## Cancellation
  /// Cancelling the derived promise withdraws from this promise, or frees the timer at once.
  ///
  /// ```swift
  /// let calm = search.delay(by: .milliseconds(300))
  /// ```
  ///
  /// - Parameters:
  ///   - duration: how long to wait, after the value has come.
  ///   - clock: measures the time.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  /// - Returns: a promise of the same value.
  public func delay(
    by duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    derive(on: nil, Origin(.delay, fileID, line)) { _, source, derived, trampoline in
      guard duration > .zero, !source.isRejected else {
        derived.settle(as: source, &trampoline)
        return
      }
      let timer = Timer.start(clock, after: duration, for: derived) {
        _ = derived.settle(as: source, &$0)
      }
      derived.attach(timer, &trampoline)
    }
  }
}
