// How each operator of the table is called.

import AsyncPromises

/// What a handler receives.
package struct Given<Value: Sendable>: Sendable {
  /// `nil` for `finally`.
  package let outcome: Result<Value, any Error>?
  package var owner: (any AnyObject & Sendable)?
}

/// The result of a handler. Operators that have no use for it ignore it.
package enum HandlerAnswer<Value: Sendable>: Sendable {
  case value(Value)
  case promise(Promise<Value>)
}

extension ChainOperator {
  /// Links a handler to the promise, and returns the derived promise.
  ///
  /// - Parameters:
  ///   - errors: the error type of handlers that handle only one type.
  ///   - owner: the object that an operator with an owner holds weakly.
  ///   - isolation: the isolation of the code that contains the handler.
  ///   - body: called by the handler. If the handler can't throw, errors from `body` are dropped.
  package func attach<Value, E: Error, Owner: AnyObject & Sendable>(
    to source: Promise<Value>, errors: E.Type, owner: Owner = LastingOwner.shared,
    on isolation: isolated (any Actor)? = #isolation,
    fileID file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Given<Value>) throws -> HandlerAnswer<Value>
  ) -> any PromiseProtocol {
    let run = CalledHandler(body: body)
    // A closure is isolated if it captures the isolation.
    switch self {
    case .map:
      return source.map(fileID: file, line: line) { try run.value(isolation, .success($0)) }
    case .asynchronousMap:
      return source.map(.async, fileID: file, line: line) { value async throws in
        try run.value(isolation, .success(value))
      }
    case .then:
      return source.then(fileID: file, line: line) { try run.promise(isolation, .success($0)) }
    case .asynchronousThen:
      return source.then(.async, fileID: file, line: line) { value async throws in
        try run.promise(isolation, .success(value))
      }
    case .done:
      return source.done(fileID: file, line: line) { try run.call(isolation, .success($0)) }
    case .validate:
      return source.validate(fileID: file, line: line) {
        try run.call(isolation, .success($0))
        return true
      }
    case .catch:
      return source.catch(fileID: file, line: line) { try? run.call(isolation, .failure($0)) }
    case .catchOfType:
      return source.catch(E.self, fileID: file, line: line) {
        try? run.call(isolation, .failure($0))
      }
    case .catchExcept:
      return source.catch(except: CancellationError.self, fileID: file, line: line) {
        try? run.call(isolation, .failure($0))
      }
    case .mapError:
      return source.mapError(fileID: file, line: line) {
        try run.call(isolation, .failure($0))
        return $0
      }
    case .recover:
      return source.recover(fileID: file, line: line) { try run.value(isolation, .failure($0)) }
    case .asynchronousRecover:
      return source.recover(.async, fileID: file, line: line) { error async throws in
        try run.value(isolation, .failure(error))
      }
    case .recoverWithPromise:
      return source.recover(.promise, fileID: file, line: line) {
        try run.promise(isolation, .failure($0))
      }
    case .asynchronousRecoverWithPromise:
      return source.recover(.async, .promise, fileID: file, line: line) { error async throws in
        try run.promise(isolation, .failure(error))
      }
    case .recoverFromType:
      return source.recover(from: E.self, fileID: file, line: line) {
        try run.value(isolation, .failure($0))
      }
    case .recoverFromTypeWithPromise:
      return source.recover(from: E.self, .promise, fileID: file, line: line) {
        try run.promise(isolation, .failure($0))
      }
    case .tap:
      return source.tap(fileID: file, line: line) { try? run.call(isolation, $0) }
    case .finally:
      return source.finally(fileID: file, line: line) { try? run.call(isolation, nil) }
    case .whenSettled:
      return Promise<Value>(fileID: file, line: line) { end in
        source.whenSettled(fileID: file, line: line) {
          try? run.call(isolation, $0)
          end.resolve(with: $0)
        }
      }
    case .whenSettledCompletion:
      return Promise<Value>(fileID: file, line: line) { end in
        source.whenSettled(fileID: file, line: line) { value, error in
          guard let outcome = error.map({ .failure($0) }) ?? value.map(Result.success) else {
            return
          }
          try? run.call(isolation, outcome)
          end.resolve(with: outcome)
        }
      }
    case .doneWithOwner:
      return source.done(with: owner, fileID: file, line: line) {
        try run.call(isolation, .success($1), $0)
      }
    case .catchWithOwner:
      return source.catch(with: owner, fileID: file, line: line) {
        try? run.call(isolation, .failure($1), $0)
      }
    case .catchExceptWithOwner:
      return source.catch(
        except: CancellationError.self, with: owner, fileID: file, line: line
      ) { try? run.call(isolation, .failure($1), $0) }
    case .finallyWithOwner:
      return source.finally(with: owner, fileID: file, line: line) {
        try? run.call(isolation, nil, $0)
      }
    }
  }

  /// Like `attach`, but if the operator drops the value, the result has the value of the source.
  package func derive<Value, E: Error, Owner: AnyObject & Sendable>(
    from source: Promise<Value>, errors: E.Type, owner: Owner = LastingOwner.shared,
    on isolation: isolated (any Actor)? = #isolation,
    fileID file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Given<Value>) throws -> HandlerAnswer<Value>
  ) -> Promise<Value> {
    let derived = attach(
      to: source, errors: errors, owner: owner, on: isolation, fileID: file, line: line, body)
    if let same = derived as? Promise<Value> { return same }
    guard let empty = derived as? Promise<Void> else { preconditionFailure("\(derived)") }
    return empty.then(fileID: file, line: line) { source }
  }
}

/// An owner that is never released.
package final class LastingOwner: Sendable {
  package static let shared = LastingOwner()
}

/// Adapts the handler of a test to the handlers of the operators.
private struct CalledHandler<Value: Sendable>: Sendable {
  let body: @Sendable (Given<Value>) throws -> HandlerAnswer<Value>

  func value(_ place: (any Actor)?, _ outcome: Result<Value, any Error>) throws -> Value {
    guard case .value(let value) = try body(Given(outcome: outcome)) else {
      preconditionFailure("The operator takes no promise.")
    }
    return value
  }

  func promise(
    _ place: (any Actor)?, _ outcome: Result<Value, any Error>
  ) throws -> Promise<Value> {
    switch try body(Given(outcome: outcome)) {
    case .value(let value): .fulfilled(value)
    case .promise(let promise): promise
    }
  }

  func call(
    _ place: (any Actor)?, _ outcome: Result<Value, any Error>?,
    _ owner: (any AnyObject & Sendable)? = nil
  ) throws { _ = try body(Given(outcome: outcome, owner: owner)) }
}
