// The combinators, with comparable results for the same inputs.

import AsyncPromises

/// An operator that combines a sequence of promises.
enum Combinator: CaseIterable, Sendable {
  case all
  case allSettled
  case any
  case race
  case map
  case inCompletionOrder

  /// The outcomes that the operator passes on, in the order in which it does so.
  func combine<S: Sequence<Promise<Int>> & Sendable>(_ promises: S) -> Promise<[Outcome]> {
    switch self {
    case .all: return Promise.all(promises).map { $0.map { .fulfilled($0) } }
    case .allSettled: return Promise.allSettled(promises).map { $0.map { Outcome($0) } }
    case .any: return Promise.any(promises).map { [.fulfilled($0)] }
    case .race: return Promise.race(promises).map { [.fulfilled($0)] }
    case .map:
      return Promise.map(promises) { .fulfilled(try await $0.value) }
    case .inCompletionOrder:
      let arrivals = Promise.inCompletionOrder(promises)
      return Promise {
        var outcomes: [Outcome] = []
        for await (_, result) in arrivals { outcomes.append(Outcome(result)) }
        return outcomes
      }
    }
  }

  /// The outcome of one input that is enough to settle the combined promise, if there is one.
  var deciding: Settlement? {
    switch self {
    case .all, .map: .rejected
    case .any, .race: .fulfilled
    case .allSettled, .inCompletionOrder: nil
    }
  }
}

/// The result of a combinator, comparable by value.
enum Ending: Equatable, Sendable {
  case outcomes([Outcome])
  case rejected(TestError)
  case noneFulfilled([TestError])
  case emptyGroup
  /// An error that no test expects.
  case strange(String)

  /// Fulfilled, with values only.
  static func values(_ values: [Int]) -> Ending {
    .outcomes(values.map { .fulfilled($0) })
  }

  init(_ result: Result<[Outcome], any Error>) {
    switch result {
    case .success(let outcomes): self = .outcomes(outcomes)
    case .failure(let error as TestError): self = .rejected(error)
    case .failure(PromiseError.noneFulfilled(let errors)):
      self = .noneFulfilled(errors.compactMap { $0 as? TestError })
    case .failure(PromiseError.emptyGroup): self = .emptyGroup
    case .failure(let error): self = .strange("\(error)")
    }
  }
}

extension Promise<[Outcome]> {
  /// The combinator's result.
  nonisolated(nonsending) var ending: Ending {
    get async { Ending(await result) }
  }
}
