// System features that the oldest supported systems lack, and tools that replace one.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Features that only some systems have. Code that needs one checks here and, for the compiler,
/// with `#available`.
///
/// In a debug build, an environment variable disables them, to run the branches for older systems
/// on a newer one:
///
///     SYSTEM_OF=2022 swift test
///     SYSTEM_OF=2024 swift test
package enum System {
  /// Whether the system has task executors, which can count the jobs of a task. The systems of 2024
  /// and later do.
  package static var hasTaskExecutors: Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      isOf(2024)
    } else {
      false
    }
  }

  /// Whether the system can start tasks in place and escalate their priority. The systems of 2025
  /// and later can.
  package static var hasImmediateTasks: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      isOf(2025)
    } else {
      false
    }
  }

  #if DEBUG && (canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android))
    /// Whether tests take the system to be of this year or later.
    private static func isOf(_ year: Int) -> Bool { self.year >= year }

    private static let year =
      getenv("SYSTEM_OF").flatMap { Int(String(cString: $0)) } ?? .max
  #else
    @inline(__always)
    private static func isOf(_ year: Int) -> Bool { true }
  #endif

  /// Whether another tool orders the process's tasks, through a hook of the runtime.
  package static var ordersTasks: Bool { hooks.contains { $0.pointee != nil } }

  // SAFETY: the runtime's variables are never moved. Each holds a function pointer, or null.
  private nonisolated(unsafe) static let hooks: [UnsafePointer<UnsafeRawPointer?>] = {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      let program = dlopen(nil, RTLD_LAZY)
      return ["Global", "MainExecutor"].compactMap { (name: String) in
        dlsym(program, "swift_task_enqueue\(name)_hook").map {
          UnsafePointer($0.assumingMemoryBound(to: UnsafeRawPointer?.self))
        }
      }
    #else
      return []
    #endif
  }()
}
