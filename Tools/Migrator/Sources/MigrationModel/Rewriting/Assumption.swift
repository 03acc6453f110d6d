// What the text can't tell and whoever starts a rewrite may say.

/// Something that holds in a program, or is all the same to it, by the word of its developers.
package enum Assumption: String, CaseIterable, Sendable {
  /// The settings that the sources assign (`conf.Q`, `conf.catchPolicy`, `conf.logHandler`,
  /// `DispatchQueue.promises`) are the default ones where chains run.
  case defaultSettings = "default-settings"
  /// What ran in the call that settles or registers may run later.
  case laterHandlers = "later-handlers"
  /// Work may be cancelled with the task that waits for it, and a group may wait for all its inputs
  /// and cancel them: `value` of a call becomes the call, and `Promise.all` of calls `async let`.
  case structuredTasks = "structured-tasks"
}
