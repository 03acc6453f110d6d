// Clauses that every operator of a chain must satisfy: each is tested with every row of the table.

import AsyncPromises
import TestSupport
import Testing

@Suite("Operators of a chain", .timeLimit(.minutes(10)))
struct ChainOperatorTests {
  private static let deriving = ChainOperator.allCases.filter { !$0.endsChain }

  @Test(
    "B7: an error thrown by the handler rejects the derived promise, unwrapped",
    arguments: ChainOperator.allCases.filter(\.canThrow))
  func throwing(_ operation: ChainOperator) async {
    let derived = operation.handle(Promise(operation.trigger.result)) { throw TestError.second }
    #expect(await derived.settledOutcome == .rejected(.second))
  }

  @Test(
    "E2: a cancelled promise settles immediately and withdraws; only a cleanup handler still runs",
    arguments: deriving)
  func cancelled(_ operation: ChainOperator) async throws {
    let runs = operation.argument == .nothing ? 1 : 0
    try await expectWithdrawal(runs: runs) { operation.handle($0, $1) }
    try await expectOthersGoOn(runs: runs) { operation.handle($0, $1) }
  }

  @Test(
    "B6: the handler is released after it has run, or been skipped",
    arguments: ChainOperator.allCases, Settlement.allCases)
  func released(_ operation: ChainOperator, _ settlement: Settlement) async throws {
    try await expectRelease(after: settlement.result, runs: operation.runs(on: settlement) ? 1 : 0)
    {
      operation.handle($0, $1)
    }
  }

  @Test("B6: a main-actor handler is released on the main actor", arguments: deriving)
  func releasedOnMain(_ operation: ChainOperator) async throws {
    try await expectReleaseOnMain([
      .settled(.success(1)), .settled(.failure(TestError.first)), .cancelled,
    ]) { source, object in
      operation.derive(from: source) { _ in
        object.use()
        return .value(0)
      }
    }
  }

  @Test(
    "B2: the handler runs where it was written",
    arguments: ChainOperator.allCases, HandlerIsolation.allCases)
  func isolation(_ operation: ChainOperator, _ place: HandlerIsolation) async throws {
    let isolation = place.isolation()
    let onMain = Journal<Bool>()
    let source = Promise(operation.trigger.result)
    let derived = await operation.derive(from: source, on: isolation) { _ in
      isolation?.preconditionIsolated()
      onMain.write(MainQueue.isCurrent)
      return .value(0)
    }
    #expect(await derived.settledOutcome == operation.outcome(of: operation.trigger))
    #expect(onMain.entries == [place == .mainActor])
  }
}

extension ChainOperator {
  fileprivate func runs(on settlement: Settlement) -> Bool {
    settlement == .fulfilled ? runsOnFulfilment : runsOnRejection
  }
}
