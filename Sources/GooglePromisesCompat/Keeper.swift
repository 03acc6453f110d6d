// What keeps the object of a derived promise as long as its handler waits.

/// Held by a handler, it holds the object of the promise that the handler is for: code that has a
/// weak reference finds the promise until it is due.
@usableFromInline
final class Keeper: @unchecked Sendable {
  /// Set once, by the initializer of the promise.
  private var promise: AnyObject?

  @usableFromInline
  init() {}

  @usableFromInline
  func hold(_ promise: AnyObject) { self.promise = promise }

  /// The same function, which keeps the promise, too.
  @usableFromInline
  func keep<Input, Output>(
    _ function: @escaping (Input) throws -> Output
  ) -> (Input) throws -> Output {
    { input in try withExtendedLifetime(self) { try function(input) } }
  }
}
