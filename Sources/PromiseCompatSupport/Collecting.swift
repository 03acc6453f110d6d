// Groups for the compatibility modules, whose values need not be `Sendable`.
//
// A group retains the underlying promises, and not the objects around them. Such an object may be
// the only one that can still settle its promise.

import AsyncPromises

extension Promise {
  /// Returns a promise for all values, in order, or for the first error.
  package static func array<T>(
    of promises: [Promise<Transfer<T>>], _ origin: @autoclosure () -> Origin
  ) -> Self where Value == Transfer<[T]> {
    all(of: promises.map(\.cell), origin()) {
      Transfer(promises.map(\.fulfilledValue.value))
    }
  }

  /// Returns a promise for all values as a tuple, or for the first error.
  package static func tuple<each T>(
    of promise: repeat Promise<Transfer<each T>>, from origin: @autoclosure () -> Origin
  ) -> Self where Value == Transfer<(repeat each T)> {
    var cells: [Cell] = []
    repeat cells.append((each promise).cell)
    return all(of: cells, origin()) {
      Transfer((repeat (each promise).fulfilledValue.value))
    }
  }

  /// Returns a promise for the result of `collect`, called once all inputs are fulfilled, or for
  /// the first error.
  package static func all(
    of inputs: [Cell], _ origin: @autoclosure () -> Origin,
    _ collect: @escaping @Sendable () -> Value
  ) -> Self {
    if inputs.isEmpty { return .fulfilled(collect()) }
    return group(of: inputs, origin()) { input in
      input.isRejected
    } orElse: {
      .success(collect())
    }
  }

  /// Returns a promise for the result of `collect`, called once all inputs are settled.
  package static func allSettled(
    of inputs: [Cell], _ origin: @autoclosure () -> Origin,
    _ collect: @escaping @Sendable () -> Value
  ) -> Self {
    if inputs.isEmpty { return .fulfilled(collect()) }
    return group(of: inputs, origin()) { _ in
      false
    } orElse: {
      .success(collect())
    }
  }

  /// Returns a promise that settles like the first promise to settle. With no promises, it is
  /// rejected.
  package static func race(
    of promises: [Promise], _ origin: Origin
  ) -> Self {
    if promises.isEmpty {
      return Promise(cell: ValueCell(.failure(PromiseError.emptyGroup), origin))
    }
    return group(of: promises.map(\.cell), origin) { _ in
      true
    } orElse: {
      .failure(PromiseError.emptyGroup)
    }
  }

  /// Returns a promise for the first value, or one that is rejected with
  /// `PromiseError.noneFulfilled`. With no promises, it stays pending.
  package static func any(of promises: [Promise], _ origin: @autoclosure () -> Origin) -> Self {
    if promises.isEmpty { return .pendingForGood }
    return group(of: promises.map(\.cell), origin()) { input in
      !input.isRejected
    } orElse: {
      .failure(PromiseError.noneFulfilled(promises.compactMap { $0.cell.root.failure }))
    }
  }

  /// Returns a promise that settles like the first input for which `decides` returns `true`, or
  /// with `outcome` once there are no more inputs. If an input appears to stay pending forever, so
  /// does the promise, instead of settling with `outcome`.
  private static func group(
    of inputs: [Cell], _ origin: Origin,
    decides: @escaping @Sendable (Cell) -> Bool,
    orElse outcome: @escaping @Sendable () -> Result<Value, any Error>
  ) -> Self {
    let countdown = Countdown(from: inputs.count)
    return group(of: inputs, remaining: .leave, origin) { input, cell, effects in
      if !input.hasLostResolver, decides(input) {
        cell.settle(as: input, &effects)
      } else if countdown.countDown() {
        if let lost = inputs.lazy.map(\.root).first(where: \.hasLostResolver) {
          cell.settle(as: lost, &effects)
        } else {
          cell.settle(outcome(), &effects)
        }
      }
    }
  }
}
