// The table of operators: every public call that takes a handler of a promise, in all its forms.
// Tests of all operators iterate over it. ChainOperatorCalls.swift calls the operators.

import AsyncPromises

/// An operator that links a handler to a promise, in one of its forms.
package enum ChainOperator: CaseIterable, Sendable {
  case map, asynchronousMap, then, asynchronousThen, done, validate
  case `catch`, catchOfType, catchExcept, mapError
  case recover, asynchronousRecover, recoverWithPromise, asynchronousRecoverWithPromise
  case recoverFromType, recoverFromTypeWithPromise
  case tap, finally, whenSettled, whenSettledCompletion
  case doneWithOwner, catchWithOwner, catchExceptWithOwner, finallyWithOwner

  /// What the handler receives, which determines the outcomes that it runs for.
  package enum Argument { case value, error, outcome, nothing }

  /// What the handler returns. With `nothing`, the derived promise has the outcome of its source,
  /// unless the handler throws; `done` drops the value. `error` replaces the error.
  package enum Answer { case value, promise, error, nothing }

  /// The errors that the handler runs for.
  package enum Errors { case all, ofOneType, exceptCancellation }

  private struct Row {
    let symbol: String
    let argument: Argument
    let answer: Answer
    var errors = Errors.all
    var isAsynchronous = false
    var hasOwner = false

    init(_ symbol: String, _ argument: Argument, _ answer: Answer) {
      (self.symbol, self.argument, self.answer) = (symbol, argument, answer)
    }

    var async: Row { changed { $0.isAsynchronous = true } }
    var owned: Row { changed { $0.hasOwner = true } }
    func only(_ errors: Errors) -> Row { changed { $0.errors = errors } }

    private func changed(_ change: (inout Row) -> Void) -> Row {
      var row = self
      change(&row)
      return row
    }
  }

  /// The operator's row. `.ci/documentation` compares its symbol with the public symbols.
  private var row: Row {
    switch self {
    case .map: Row("Promise.map(fileID:line:_:)", .value, .value)
    case .asynchronousMap: Row("Promise.map(_:fileID:line:_:)", .value, .value).async
    case .then: Row("Promise.then(fileID:line:_:)", .value, .promise)
    case .asynchronousThen: Row("Promise.then(_:fileID:line:_:)", .value, .promise).async
    case .done: Row("Promise.done(fileID:line:rank:_:)", .value, .nothing)
    case .validate: Row("Promise.validate(fileID:line:_:)", .value, .nothing)
    case .catch: Row("Promise.catch(fileID:line:_:)", .error, .nothing)
    case .catchOfType:
      Row("Promise.catch(_:fileID:line:_:)", .error, .nothing).only(.ofOneType)
    case .catchExcept:
      Row("Promise.catch(except:fileID:line:_:)", .error, .nothing).only(.exceptCancellation)
    case .mapError: Row("Promise.mapError(fileID:line:_:)", .error, .error)
    case .recover: Row("Promise.recover(fileID:line:_:)", .error, .value)
    case .asynchronousRecover: Row("Promise.recover(_:fileID:line:_:)", .error, .value).async
    case .recoverWithPromise: Row("Promise.recover(_:fileID:line:_:)", .error, .promise)
    case .asynchronousRecoverWithPromise:
      Row("Promise.recover(_:_:fileID:line:_:)", .error, .promise).async
    case .recoverFromType:
      Row("Promise.recover(from:fileID:line:_:)", .error, .value).only(.ofOneType)
    case .recoverFromTypeWithPromise:
      Row("Promise.recover(from:_:fileID:line:_:)", .error, .promise).only(.ofOneType)
    case .tap: Row("Promise.tap(fileID:line:_:)", .outcome, .nothing)
    case .finally: Row("Promise.finally(fileID:line:_:)", .nothing, .nothing)
    case .whenSettled: Row("Promise.whenSettled(fileID:line:_:)", .outcome, .nothing)
    case .whenSettledCompletion:
      Row("Promise.whenSettled(fileID:line:completion:)", .outcome, .nothing)
    case .doneWithOwner: Row("Promise.done(with:fileID:line:_:)", .value, .nothing).owned
    case .catchWithOwner: Row("Promise.catch(with:fileID:line:_:)", .error, .nothing).owned
    case .catchExceptWithOwner:
      Row("Promise.catch(except:with:fileID:line:_:)", .error, .nothing)
        .only(.exceptCancellation).owned
    case .finallyWithOwner: Row("Promise.finally(with:fileID:line:_:)", .nothing, .nothing).owned
    }
  }
}

extension ChainOperator {
  package var argument: Argument { row.argument }
  package var answer: Answer { row.answer }
  package var errors: Errors { row.errors }
  package var isAsynchronous: Bool { row.isAsynchronous }
  package var hasOwner: Bool { row.hasOwner }

  /// The name of the call, which reports also use.
  package var name: String { String(row.symbol.dropFirst("Promise.".count).prefix { $0 != "(" }) }

  package var runsOnFulfilment: Bool { argument != .error }
  package var runsOnRejection: Bool { argument != .value }

  /// Whether the handler's result settles the derived promise.
  package var isReplacing: Bool { answer == .value || answer == .promise }
  package var canThrow: Bool { answer != .nothing || argument == .value }

  /// Whether there is no derived promise.
  package var endsChain: Bool { name == "whenSettled" }
  /// Whether the derived promise has no value.
  package var dropsValue: Bool { name == "done" }
}
