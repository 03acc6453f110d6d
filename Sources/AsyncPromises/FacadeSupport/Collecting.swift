// For groups of other libraries' vocabularies, whose values need not be `Sendable`.
//
// A group keeps the promises of ours, and not the objects around them: those may be all that can
// still settle them.

extension Promise {
  /// A promise of the values of all promises, in their order, or of the first error.
  package static func array<T>(
    of promises: [Promise<Transfer<T>>], _ origin: @autoclosure () -> Origin,
    keeping keeper: AnyObject? = nil
  ) -> Self where Value == Transfer<[T]> {
    all(of: promises.map(\.cell), origin(), keeping: keeper) {
      Transfer(promises.map(\.fulfilledValue.value))
    }
  }

  /// A promise of the values of all promises, as a tuple, or of the first error.
  package static func tuple<each T>(
    of promise: repeat Promise<Transfer<each T>>, from origin: @autoclosure () -> Origin,
    keeping keeper: AnyObject? = nil
  ) -> Self where Value == Transfer<(repeat each T)> {
    var cells: [Cell] = []
    repeat cells.append((each promise).cell)
    return all(of: cells, origin(), keeping: keeper) {
      Transfer((repeat (each promise).fulfilledValue.value))
    }
  }

  /// A promise of what `collect` makes of the values of all promises, or of the first error.
  package static func all(
    of inputs: [Cell], _ origin: @autoclosure () -> Origin, keeping keeper: AnyObject? = nil,
    _ collect: @escaping @Sendable () -> Value
  ) -> Self {
    if inputs.isEmpty { return .fulfilled(collect()) }
    return group(of: inputs, origin(), keeping: keeper) { input in
      input.isRejected
    } orElse: {
      .success(collect())
    }
  }

  /// A promise of what `collect` makes of the outcomes of all promises.
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

  /// A promise of the outcome of the first promise that is settled; without any, it is rejected.
  package static func race(
    of promises: [Promise], _ origin: Origin, keeping keeper: AnyObject? = nil
  ) -> Self {
    if promises.isEmpty {
      return Promise(cell: ValueCell(.failure(PromiseError.emptyGroup), origin))
    }
    return group(of: promises.map(\.cell), origin, keeping: keeper) { _ in
      true
    } orElse: {
      .failure(PromiseError.emptyGroup)
    }
  }

  /// A promise of the value of the first promise that is fulfilled, or of `PromiseError`'s
  /// `noneFulfilled`; without any, it stays pending.
  package static func any(of promises: [Promise], _ origin: @autoclosure () -> Origin) -> Self {
    if promises.isEmpty { return .pendingForGood }
    return group(of: promises.map(\.cell), origin()) { input in
      !input.isRejected
    } orElse: {
      .failure(PromiseError.noneFulfilled(promises.compactMap { $0.cell.root.failure }))
    }
  }

  /// Settled as the first input that decides it, or else with `outcome` when it has heard of all of
  /// them. It has not, as long as some stay pending for good.
  ///
  /// - Parameter keeper: an object that lives as long as the group waits.
  private static func group(
    of inputs: [Cell], _ origin: Origin, keeping keeper: AnyObject? = nil,
    decides: @escaping @Sendable (Cell) -> Bool,
    orElse outcome: @escaping @Sendable () -> Result<Value, any Error>
  ) -> Self {
    nonisolated(unsafe) let keeper = keeper
    let countdown = Countdown(from: inputs.count)
    return group(of: inputs, remaining: .leave, origin) { input, cell, effects in
      withExtendedLifetime(keeper) {
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
}
