// carrying: lets a handler see a task-local as it was where the handler was written.
//
// A handler runs in one of the library's jobs, which sees no task-locals: those of the code that
// settles the promise may belong to another request. Swift lets a library read its caller's
// task-locals only one at a time, by name. To carry all of them, every handler would need its own
// task, which would triple the cost of each step in a chain.

extension TaskLocal {
  /// Makes every handler see this task-local as it is where the handler is registered.
  ///
  /// Call it once, at the start of the program, for values that belong to a request and that
  /// handlers read, such as the context of a trace or the metadata of a logger. A call can't be
  /// undone, and each handler registered from then on costs about as much as `withValue`.
  ///
  /// ## Example
  /// ```swift
  /// enum Trace {
  ///   @TaskLocal static var id: String?
  /// }
  ///
  /// Trace.$id.carriedByHandlers()
  /// ```
  public func carriedByHandlers() { CarriedLocals.add(self) }

  /// Returns a closure that runs `body` with the current value of this task-local.
  ///
  /// Handlers see no task-locals. If a closure logs or traces on behalf of its call site, use
  /// `carrying` to pass on the values it needs. The closure keeps its isolation.
  ///
  /// ## Example
  /// ```swift
  /// user.done(Request.$id.carrying { log.debug("logged in: \($0)") })
  /// ```
  ///
  /// - Parameter body: the handler to wrap.
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
  /// - Parameter body: the handler to wrap.
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
  ///   - body: the asynchronous handler to wrap.
  /// - Returns: the handler to pass to a promise.
  public func carrying<Input: Sendable, Output: Sendable>(
    _ form: AsyncForm,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Input) async throws -> Output
  ) -> @Sendable @isolated(any) (Input) async throws -> Output {
    AsyncHandlers.formed(on: body.isolation, self, body)
  }
}

// Closures that run on an actor known only at run time.
//
// SAFETY: as in `Tasks`. The function only forms a closure on the actor, which needs no hop.

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

  /// Only an argument of this type keeps the isolation of the code that forms the closure.
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

private enum AsyncHandlers<Value: Sendable, Input: Sendable, Output: Sendable> {
  typealias Isolated = @Sendable @isolated(any) (Input) async throws -> Output

  private struct IsolatedFormer {
    let form: (isolated (any Actor)?, TaskLocal<Value>, Value, @escaping Isolated) -> Isolated
  }
  private struct Former {
    let form: ((any Actor)?, TaskLocal<Value>, Value, @escaping Isolated) -> Isolated
  }

  static func formed(
    on isolation: (any Actor)?, _ local: TaskLocal<Value>, _ body: @escaping Isolated
  ) -> Isolated {
    unsafeBitCast(IsolatedFormer(form: form), to: Former.self)
      .form(isolation, local, local.get(), body)
  }

  private static func form(
    isolation: isolated (any Actor)?, local: TaskLocal<Value>, value: Value,
    body: @escaping Isolated
  ) -> Isolated {
    isolated { input in
      _ = isolation
      return try await local.withValue(value) { try await body(input) }
    }
  }

  private static func isolated(@_inheritActorContext _ body: @escaping Isolated) -> Isolated {
    body
  }
}
