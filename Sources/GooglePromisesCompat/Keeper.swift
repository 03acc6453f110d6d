// What keeps the object of a derived promise as long as its handler waits.

/// A handler holds it, and it holds the object of the handler's promise: weak references stay valid
/// until the promise is due.
@usableFromInline
final class Keeper: @unchecked Sendable {
  /// Set once, by the initializer of the promise.
  private var promise: AnyObject?

  @usableFromInline
  init() {}

  @usableFromInline
  func hold(_ promise: AnyObject) { self.promise = promise }

  /// The same function, but keeping the promise.
  @usableFromInline
  func keep<Input, Output>(
    _ function: @escaping (Input) throws -> Output
  ) -> (Input) throws -> Output {
    { input in try withExtendedLifetime(self) { try function(input) } }
  }
}
