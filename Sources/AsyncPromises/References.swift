// Functions that can be passed by name: `button.onTap = promise.cancel`.
//
// A function that takes its call site as parameters, or returns a discardable result, doesn't have
// the type that a callback needs. Each such function has a twin here, without those parameters and
// that result. Ordinary calls never pick the twin, because it is disfavored.

extension Promise {
  /// Rejects a pending promise with `CancellationError` at once, then asks its producer to stop.
  @_disfavoredOverload @_documentation(visibility: private)
  public func cancel() { let _: Bool = cancel() }
}

extension Resolver {
  /// Fulfills the promise with `value`.
  @_disfavoredOverload @_documentation(visibility: private)
  public func fulfill(_ value: Value) { fulfill(value, fileID: passedByName, line: 0) }

  /// Rejects the promise with `error`.
  @_disfavoredOverload @_documentation(visibility: private)
  public func reject(_ error: any Error) { reject(error, fileID: passedByName, line: 0) }

  /// Settles the promise with `result`.
  @_disfavoredOverload @_documentation(visibility: private)
  public func resolve(with result: Result<Value, any Error>) {
    resolve(with: result, fileID: passedByName, line: 0)
  }

  /// Settles the promise with `result`, which has a concrete failure type.
  @_disfavoredOverload @_documentation(visibility: private)
  public func resolve(with result: Result<Value, some Error>) {
    resolve(with: result, fileID: passedByName, line: 0)
  }
}

extension Resolver where Value == Void {
  /// Fulfills a promise that carries no value.
  @_disfavoredOverload @_documentation(visibility: private)
  public func fulfill() { fulfill((), fileID: passedByName, line: 0) }
}
