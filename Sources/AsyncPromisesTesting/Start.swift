// Turning tracking on before `main`, in every program that links this library.

import AsyncPromises
import AsyncPromisesTracking
import Foundation

enum Start {
  /// Turns tracking on. Every call into this library does so too, in case the linker dropped the
  /// initializer.
  static func track() {
    guard !Tracking.isOn, isWanted else { return }
    Tracking.start(makeExecutor: makeExecutor, follower: StrayTasks.shared)
  }

  /// Returns `nil` on a system without task executors, where the jobs of operations are not
  /// counted.
  private static func makeExecutor(
    for counter: any JobCounter, isOnActor: Bool
  ) -> PreferredExecutor? {
    guard System.hasTaskExecutors,
      #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    else { return nil }
    return PreferredExecutor(CountingExecutor(for: counter, isOnActor: isOnActor))
  }

  /// Turns tracking on for calls that are meaningless without it, and traps if it stays off.
  static func requireTracking() {
    track()
    precondition(
      Tracking.isOn,
      "Promises are not tracked: remove ASYNC_PROMISES_TRACKING from the environment.")
  }

  /// Whether tracking is wanted: measurements can turn it off with `ASYNC_PROMISES_TRACKING=off` in
  /// the environment.
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
