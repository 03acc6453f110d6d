// The kinds of groups, to run a common test with each of them.

import AsyncPromises

/// A group of promises of one type.
enum GroupKind: CaseIterable, Sendable {
  case all
  case allSettled
  case any
  case race

  /// The groups that a single input can decide.
  static var decidedByOne: [GroupKind] { [.all, .any, .race] }

  /// The outcome with which a single input decides the group; `nil` if every input is needed.
  var deciding: Settlement? {
    switch self {
    case .all: .rejected
    case .allSettled: nil
    case .any, .race: .fulfilled
    }
  }

  /// The group, with the values it is fulfilled with: one or all. For `allSettled`, a failed input
  /// rejects the returned promise.
  func of<T>(_ inputs: [Promise<T>], remaining: RemainingInputs = .leave) -> Promise<[T]> {
    switch self {
    case .all: Promise.all(inputs, remaining: remaining)
    case .allSettled: Promise.allSettled(inputs).map { try $0.map { try $0.get() } }
    case .any: Promise.any(inputs, remaining: remaining).map { [$0] }
    case .race: Promise.race(inputs, remaining: remaining).map { [$0] }
    }
  }

  /// The group, reduced to the first of its values.
  func first(of inputs: [Promise<Int>], remaining: RemainingInputs = .leave) -> Promise<Int> {
    of(inputs, remaining: remaining).map { $0[0] }
  }
}

/// Pending promises and their resolvers.
func pendingPromises(_ count: Int) -> (promises: [Promise<Int>], resolvers: [Resolver<Int>]) {
  let pairs = (0..<count).map { _ in Promise<Int>.pending() }
  return (pairs.map(\.promise), pairs.map(\.resolver))
}

extension Promise {
  /// The errors in the order of the inputs, if the promise is rejected because none was fulfilled.
  var noneFulfilled: [TestError?]? {
    get async {
      guard case .noneFulfilled(let errors) = await libraryError else { return nil }
      return errors.map { $0 as? TestError }
    }
  }

  /// Whether the promise is rejected because its group has no inputs.
  var isOfEmptyGroup: Bool {
    get async {
      guard case .emptyGroup = await libraryError else { return false }
      return true
    }
  }
}
