// Tracking is on before `main`, in every program that links this library.

import AsyncPromises
import Foundation

enum Start {
  /// Turns tracking on. Every call of this library does so too, in case a linker dropped the
  /// initialiser.
  static func track() {
    guard !Tracking.isOn, isWanted else { return }
    Tracking.start(makeExecutor: makeExecutor, follower: StrayTasks.shared)
  }

  /// Without one on this system, the jobs of operations are not counted.
  private static func makeExecutor(for counter: any JobCounter) -> PreferredExecutor? {
    guard System.hasTaskExecutors,
      #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    else { return nil }
    return PreferredExecutor(CountingExecutor(for: counter))
  }

  /// The same for calls that are meaningless without tracking.
  static func requireTracking() {
    track()
    precondition(
      Tracking.isOn,
      "Promises are not tracked: remove ASYNC_PROMISES_TRACKING from the environment.")
  }

  /// Measurements can turn it off with `ASYNC_PROMISES_TRACKING=off` in the environment.
  static var isWanted: Bool {
    getenv("ASYNC_PROMISES_TRACKING").map { String(cString: $0) } != "off"
  }
}

#if compiler(>=6.3)
  #if canImport(Darwin)
    @section("__DATA,__mod_init_func") @used
    private let initialiser: @convention(c) () -> Void = { Start.track() }
  #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    @section(".init_array") @used
    private let initialiser: @convention(c) () -> Void = { Start.track() }
  #endif
#endif
