// What a test does with work that keeps its scope from coming to rest, and with its mistakes.

import AsyncPromises
import AsyncPromisesTracking

extension Scope {
  /// Whether what happens in this scope counts in `other`.
  func counts(in other: Scope) -> Bool { chain.contains { $0 === other } }

  /// The records of the promises that the scope counts.
  private var ownRecords: [Record] {
    (PromiseTracker.records(in: self) ?? []).filter { $0.scope.counts(in: self) }
  }

  /// Marks all work in progress as busy.
  ///
  /// - Returns: whether there was any. In a chain of work, each piece may have ended by the time it
  ///   is checked.
  func takeForBusy() -> Bool {
    let records = ownRecords.filter(\.isAtWork)
    for record in records { record.becomesBusy() }
    return !records.isEmpty
  }

  /// Marks the work that was last resumed as busy.
  func takeLastResumedForBusy() {
    let number = lastResumed.load()
    ownRecords.first { $0.number == number }?.becomesBusy()
  }

  /// The promises that a callback may settle.
  var expectedCallbacks: [Record] { ownRecords.filter(\.isCallbackExpected) }

  /// Returns the mistakes reported in the scope, in order, except those already taken by this scope
  /// or by one inside it, so that each is recorded as an issue only once.
  package func takeMistakes() -> [PromiseDiagnostics.Event] {
    let taken = Set(takenEvents.elements.map(ObjectIdentifier.init))
    let mistakes = keptEvents.elements.reversed().filter {
      $0.event.severity == .mistake && !taken.contains(ObjectIdentifier($0))
    }
    for scope in chain {
      for mistake in mistakes { scope.takenEvents.push(mistake) }
    }
    return mistakes.map(\.event)
  }
}

extension [Record] {
  /// Stops expecting callbacks: from now on, the promises count as waiting for the test.
  func giveUp() {
    for record in self { record.expectNoCallback() }
  }
}
