// carriedByHandlers: lets handlers see a task-local as it was where they were registered.
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
}
