// Keeping a derived promise's object alive while its handler waits.

import PromiseCompatSupport

/// Held by a handler, it keeps the object of the handler's promise alive, so that weak references
/// to the object stay valid until the handler has run and the promise that it returns has settled.
@usableFromInline
final class Keeper: @unchecked Sendable {
  /// Set once, by the promise's initializer.
  private var promise: AnyObject?

  @usableFromInline
  init() {}

  @usableFromInline
  func hold(_ promise: AnyObject) { self.promise = promise }

  /// Returns the same function, but one that keeps the promise alive.
  @usableFromInline
  func keep<Input, Output>(
    _ function: @escaping (Input) throws -> Output
  ) -> (Input) throws -> Output {
    { input in try withExtendedLifetime(self) { try function(input) } }
  }

  /// The same for a function whose promise the kept one will follow.
  @usableFromInline
  func keep<Input, Value>(
    _ function: @escaping (Input) throws -> Promise<Value>
  ) -> (Input) throws -> Promise<Value> {
    { input in
      let promise = try function(input)
      promise.core.pipe { _ in withExtendedLifetime(self) {} }
      return promise
    }
  }
}
