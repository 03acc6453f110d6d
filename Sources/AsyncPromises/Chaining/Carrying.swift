// carrying: a handler sees a task-local as it was where the handler was written.
//
// A handler runs in a job of the library's, which sees no task-locals: those of whoever settles its
// promise may be another request's. The language lets a library read those of its caller one by
// one, each by its name; to take all of them along, every handler would have to be a task of its
// own, at three times the price of a link.

extension TaskLocal {
  /// Returns a closure that runs `body` with the current value of this task-local.
  ///
  /// Handlers see no task-locals. If a closure logs or traces on behalf of its call site, use this
  /// to carry the values it needs. The closure keeps its isolation.
  ///
  /// ## Example
  /// ```swift
  /// user.done(Request.$id.carrying { log.debug("logged in: \($0)") })
  /// ```
  ///
  /// - Parameter body: a handler.
  /// - Returns: the handler to pass to a promise.
  public func carrying<Input, Output>(
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Input) throws -> Output
  ) -> @Sendable @isolated(any) (Input) throws -> Output {
    let (value, call) = (get(), synchronous(body))
    return Handlers.formed(on: body.isolation) { input in
      try self.withValue(value) { try call(input) }
    }
  }

  /// Returns a closure that runs the non-throwing `body` with the current value of this task-local.
  ///
  /// ## Example
  /// ```swift
  /// user.catch(Request.$id.carrying { log.debug("\($0)") })
  /// ```
  ///
  /// - Parameter body: a handler.
  /// - Returns: the handler to pass to a promise.
  @_disfavoredOverload
  public func carrying<Input>(
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Input) -> Void
  ) -> @Sendable @isolated(any) (Input) -> Void {
    let (value, call) = (get(), synchronous(body))
    return LookHandlers.formed(on: body.isolation) { input in
      self.withValue(value) { call(input) }
    }
  }

  /// Returns an asynchronous closure that runs `body` with the current value of this task-local.
  ///
  /// ## Example
  /// ```swift
  /// let image = data.map(.async, Request.$id.carrying(.async) { try await decoder.decode($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - form: `.async`.
  ///   - body: an asynchronous handler.
  /// - Returns: the handler to pass to a promise.
  public func carrying<Input: Sendable, Output: Sendable>(
    _ form: AsyncForm,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Input) async throws -> Output
  ) -> @Sendable (Input) async throws -> Output {
    let value = get()
    return { input in
      try await self.withValue(value) { try await body(input) }
    }
  }
}

// Closures that run on an actor which is known at run time only.
//
// SAFETY: as in `Tasks`: the function forms a closure on the actor, which takes no hop.

private enum Handlers<Input, Output> {
  typealias Body = @Sendable (Input) throws -> Output
  typealias Isolated = @Sendable @isolated(any) (Input) throws -> Output

  private struct IsolatedFormer {
    let form: (isolated (any Actor)?, @escaping Body) -> Isolated
  }
  private struct Former {
    let form: ((any Actor)?, @escaping Body) -> Isolated
  }

  static func formed(on isolation: (any Actor)?, _ body: @escaping Body) -> Isolated {
    unsafeBitCast(IsolatedFormer(form: form), to: Former.self).form(isolation, body)
  }

  private static func form(isolation: isolated (any Actor)?, body: @escaping Body) -> Isolated {
    isolated { input in
      _ = isolation
      return try body(input)
    }
  }

  /// Only an argument of this kind keeps the isolation of the code that forms the closure.
  private static func isolated(@_inheritActorContext _ body: @escaping Isolated) -> Isolated {
    body
  }
}

private enum LookHandlers<Input> {
  typealias Body = @Sendable (Input) -> Void
  typealias Isolated = @Sendable @isolated(any) (Input) -> Void

  private struct IsolatedFormer {
    let form: (isolated (any Actor)?, @escaping Body) -> Isolated
  }
  private struct Former {
    let form: ((any Actor)?, @escaping Body) -> Isolated
  }

  static func formed(on isolation: (any Actor)?, _ body: @escaping Body) -> Isolated {
    unsafeBitCast(IsolatedFormer(form: form), to: Former.self).form(isolation, body)
  }

  private static func form(isolation: isolated (any Actor)?, body: @escaping Body) -> Isolated {
    isolated { input in
      _ = isolation
      body(input)
    }
  }

  private static func isolated(@_inheritActorContext _ body: @escaping Isolated) -> Isolated {
    body
  }
}
