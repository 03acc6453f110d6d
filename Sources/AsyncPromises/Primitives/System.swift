// System features that the oldest supported systems lack.

/// Features that only some systems have. Code that needs one checks here and, for the compiler,
/// with `#available`.
///
/// A build setting can disable them, to run the branches for older systems on a newer one:
///
///     swift test -Xswiftc -DSYSTEM_OF_2022
///     swift test -Xswiftc -DSYSTEM_OF_2024
package enum System {
  /// Whether the system has task executors, which can count the jobs of a task. The systems of 2024
  /// and later do.
  package static var hasTaskExecutors: Bool {
    #if SYSTEM_OF_2022
      false
    #else
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { true } else { false }
    #endif
  }

  /// Whether the system can start tasks in place and escalate their priority. The systems of 2025
  /// and later can.
  package static var hasImmediateTasks: Bool {
    #if SYSTEM_OF_2022 || SYSTEM_OF_2024
      false
    #else
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
    #endif
  }
}
