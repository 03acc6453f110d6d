// What a system has beyond the floor of the package.

/// What a system has that others have not. What needs it asks here, and by `#available` for the
/// compiler.
///
/// A build can leave it out, which runs the branches for older systems on a newer one:
///
///     swift test -Xswiftc -DSYSTEM_OF_2022
///     swift test -Xswiftc -DSYSTEM_OF_2024
package enum System {
  /// Task executors, by which the jobs of a task are counted: those of 2024 have them.
  package static var hasTaskExecutors: Bool {
    #if SYSTEM_OF_2022
      false
    #else
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { true } else { false }
    #endif
  }

  /// Tasks that start in place, and priorities that are raised: those of 2025 have them.
  package static var hasImmediateTasks: Bool {
    #if SYSTEM_OF_2022 || SYSTEM_OF_2024
      false
    #else
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
    #endif
  }
}
