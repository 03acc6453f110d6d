// What the source doesn't reveal, but the user of the tool may assert.

/// A property of a program, or a change that it tolerates, as asserted by its developers.
package enum Assumption: String, CaseIterable, Sendable {
  /// The settings that the sources assign (`conf.Q`, `conf.catchPolicy`, `conf.logHandler`,
  /// `DispatchQueue.promises`) have their default values where chains run.
  case defaultSettings = "default-settings"
  /// Handlers that ran in the call that settles or registers may run later.
  case laterHandlers = "later-handlers"
  /// Work may be cancelled along with the task that waits for it, and a group may wait for all its
  /// inputs and cancel them. Then `f().value` becomes `f()`, and a `Promise.all` of calls becomes
  /// one `async let` for each call.
  case structuredTasks = "structured-tasks"
}
