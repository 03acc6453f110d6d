// For groups of other libraries' vocabularies, whose values need not be `Sendable`.
//
// A group keeps the promises of ours, and not the objects around them: those may be all that can
// still settle them.

extension Promise {
  /// A promise of the values of all promises, in their order, or of the first error.
  package static func array<T>(
    of promises: [Promise<Transfer<T>>], _ origin: @autoclosure () -> Origin
  ) -> Self where Value == Transfer<[T]> {
    Promise<Never>.all(promises.map(\.cell), losers: .leave, origin()) {
      Transfer(promises.map(\.fulfilledValue.value))
    }
  }

  /// A promise of the values of all promises, as a tuple, or of the first error.
  package static func tuple<each T>(
    of promise: repeat Promise<Transfer<each T>>, from origin: @autoclosure () -> Origin
  ) -> Self where Value == Transfer<(repeat each T)> {
    var cells: [Cell] = []
    repeat cells.append((each promise).cell)
    return Promise<Never>.all(cells, losers: .leave, origin()) {
      Transfer((repeat (each promise).fulfilledValue.value))
    }
  }
}
