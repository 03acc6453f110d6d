// wrap of a completion handler that takes the error first, which would pass for a pair of values.
//
// The compiler prefers any overload to one that is unavailable, the one for pairs included. So this
// one is deprecated, and does what was meant. It stands in an extension of the protocol to come
// after that for `(Value?, Error?)` where both fit: `$0(nil, nil)`.

extension PromiseProtocol {
  /// Deprecated: in a completion handler the error comes last.
  ///
  /// The promise is rejected with the error if there is one, otherwise fulfilled with the value.
  @available(
    *, deprecated,
    message: "the error comes first: wrap { done in f { error, value in done(value, error) } }"
  )
  public static func wrap<T: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ call: (@escaping @Sendable ((any Error)?, T?) -> Void) throws -> Void
  ) -> Promise<T> where Self == Promise<T> {
    Promise(fileID: fileID, line: line) { resolver in
      let handler = resolver.valueOrErrorHandler
      try call { handler($1, $0) }
    }
  }

  /// Deprecated: in a completion handler the error comes last.
  ///
  /// The promise is rejected with the error if there is one, otherwise fulfilled with the value.
  @available(
    *, deprecated,
    message: "the error comes first: wrap { done in f { error, value in done(value, error) } }"
  )
  public static func wrap<Work: Sendable, T: Sendable>(
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext
    cancel: @escaping @Sendable @isolated(any) (Work) -> Void,
    _ call: (@escaping @Sendable ((any Error)?, T?) -> Void) throws -> Work
  ) -> Promise<T> where Self == Promise<T> {
    Promise<T>.wrap(fileID: fileID, line: line, cancel: cancel) { done in
      try call { done($1, $0) }
    }
  }
}
