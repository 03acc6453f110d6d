// What runs the jobs of the main actor, for a main thread that waits.

#if canImport(Dispatch)
  import Dispatch

  #if canImport(Darwin)
    import CoreFoundation
    import Darwin

    /// The run loop of the main thread.
    enum MainLoop {
      /// Whether the caller may run it: on the main thread.
      static func isFree() -> Bool? { pthread_main_np() == 1 ? true : nil }

      /// Runs what comes next, or returns when the time is up.
      ///
      /// - Returns: `false` when it has nothing to run, because a block of the main queue is under
      ///   way.
      static func run(for time: Duration) -> Bool {
        CFRunLoopRunInMode(.defaultMode, time / .seconds(1), true) != .finished
      }
    }
  #elseif os(Linux)
    #if canImport(Musl)
      import Musl
    #else
      import Glibc
    #endif

    /// The main queue, which the main actor runs on.
    ///
    /// Foundation's run loop drives it by the same two functions, in the same order.
    enum MainLoop {
      /// Whether the caller may run it: `nil` outside of the main queue, `false` in a block of it,
      /// which has to end before another one runs. If it may, it has run what was queued.
      static func isFree() -> Bool? {
        guard DispatchQueue.getSpecific(key: mark) == true else { return nil }
        // The queue belongs to the first thread, outside of blocks as well. After `dispatchMain()`
        // it belongs to none, and blocks alone are in it.
        guard isFirstThread else { return false }
        let turn = Turn()
        DispatchQueue.main.async { turn.hasCome = true }
        drainMainQueue(nil)
        return turn.hasCome
      }

      /// Runs what comes next, or returns when the time is up.
      ///
      /// - Returns: `true`: the main queue can be run.
      static func run(for time: Duration) -> Bool {
        var queue = pollfd(fd: mainQueueHandle(), events: Int16(POLLIN), revents: 0)
        let milliseconds = min(time / .milliseconds(1), Double(Int32.max))
        if poll(&queue, 1, Int32(milliseconds.rounded(.up))) > 0 {
          var number: UInt64 = 0
          _ = read(queue.fd, &number, MemoryLayout.size(ofValue: number))
        }
        drainMainQueue(nil)
        return true
      }

      /// Set by a block of the main queue, on the thread that reads it.
      private final class Turn: @unchecked Sendable { var hasCome = false }

      /// What the main queue is known by.
      private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
      }()

      /// Whether the thread has the number of the process, which the kernel shows as
      /// `<process>/task/<thread>`.
      private static var isFirstThread: Bool {
        var path = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/thread-self", &path, path.count)
        let name = path.prefix(max(length, 0)).map { UInt8(truncatingIfNeeded: $0) }
        return String(decoding: name, as: UTF8.self) == "\(getpid())/task/\(getpid())"
      }
    }

    /// Readable when something is queued. Exported for run loops, such as Foundation's.
    @_silgen_name("_dispatch_get_main_queue_handle_4CF")
    private func mainQueueHandle() -> Int32

    /// Runs what is queued; nothing when called by a block of the queue. Must be called on the
    /// thread that the queue belongs to.
    @_silgen_name("_dispatch_main_queue_callback_4CF")
    private func drainMainQueue(_: UnsafeMutableRawPointer?)
  #else
    /// The thread waits like any other.
    enum MainLoop {
      static func isFree() -> Bool? { nil }
      static func run(for time: Duration) -> Bool { false }
    }
  #endif
#endif
