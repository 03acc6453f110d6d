// `wrap` for a completion handler that takes the error first, which would otherwise be mistaken for
// a handler that takes a pair of values.
//
// Making these overloads unavailable wouldn't help, because the compiler would prefer any available
// one, including the one for pairs. They are deprecated instead, and do what was meant. They are
// members of the protocol so that the overload for `(Value?, Error?)` comes first if both match:
// `$0(nil, nil)`.

extension PromiseProtocol {
  /// Deprecated: by convention, a completion handler takes its error last.
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

  /// Deprecated: by convention, a completion handler takes its error last.
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
