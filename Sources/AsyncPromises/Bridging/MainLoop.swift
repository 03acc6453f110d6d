// Runs main-actor jobs while the main thread waits.

#if canImport(Dispatch)
  import Dispatch

  #if canImport(Darwin)
    import CoreFoundation
    import Darwin

    /// The main thread's run loop.
    package enum MainLoop {
      fileprivate static var isCurrent: Bool { pthread_main_np() == 1 }

      /// Returns `true` on the main thread, where the caller may run the loop, and `nil` elsewhere.
      static func isFree() -> Bool? { isCurrent ? true : nil }

      /// Runs the next work to arrive, or returns when the time is up.
      ///
      /// - Returns: `false` if the loop has nothing it can run, because a main-queue block is
      ///   already running.
      static func run(for time: Duration) -> Bool {
        waiting { CFRunLoopRunInMode(.defaultMode, time / .seconds(1), true) } != .finished
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
    /// Foundation's run loop drives it with the same two functions, called in the same order.
    package enum MainLoop {
      fileprivate static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }

      /// Returns whether the caller may run the queue: `nil` off the main queue, `false` inside one
      /// of its blocks, which must end before another can run. If the answer is `true`, this call
      /// has already run everything that was queued.
      static func isFree() -> Bool? {
        guard isCurrent else { return nil }
        // The first thread of the process owns the queue, even outside of blocks. After
        // `dispatchMain()` no thread owns it, and only its blocks run on it.
        guard isFirstThread else { return false }
        let turn = Turn()
        DispatchQueue.main.async { turn.hasCome = true }
        waiting { drainMainQueue(nil) }
        return turn.hasCome
      }

      /// Runs the next work to arrive, or returns when the time is up.
      ///
      /// - Returns: always `true`, because the main queue can be run.
      static func run(for time: Duration) -> Bool {
        var queue = pollfd(fd: mainQueueHandle(), events: Int16(POLLIN), revents: 0)
        let milliseconds = min(time / .milliseconds(1), Double(Int32.max))
        if poll(&queue, 1, Int32(milliseconds.rounded(.up))) > 0 {
          var number: UInt64 = 0
          _ = read(queue.fd, &number, MemoryLayout.size(ofValue: number))
        }
        waiting { drainMainQueue(nil) }
        return true
      }

      /// Set by a main-queue block, on the same thread that reads it.
      private final class Turn: @unchecked Sendable { var hasCome = false }

      /// Marks the main queue, so that code can tell whether it runs there.
      private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
      }()

      /// Whether this is the first thread of the process, whose ID equals that of the process. The
      /// kernel shows both as `<process>/task/<thread>`.
      private static var isFirstThread: Bool {
        var path = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/thread-self", &path, path.count)
        let name = path.prefix(max(length, 0)).map { UInt8(truncatingIfNeeded: $0) }
        return String(decoding: name, as: UTF8.self) == "\(getpid())/task/\(getpid())"
      }
    }

    /// Returns a file descriptor that is readable when something is queued. Dispatch exports it for
    /// run loops such as Foundation's.
    @_silgen_name("_dispatch_get_main_queue_handle_4CF")
    private func mainQueueHandle() -> Int32

    /// Runs everything that is queued, or nothing if called by a block of the queue. Must be called
    /// on the thread that owns the queue.
    @_silgen_name("_dispatch_main_queue_callback_4CF")
    private func drainMainQueue(_: UnsafeMutableRawPointer?)
  #else
    /// There is no loop to run: the main thread waits like any other.
    package enum MainLoop {
      fileprivate static var isCurrent: Bool { false }
      static func isFree() -> Bool? { nil }
      static func run(for time: Duration) -> Bool { false }
    }
  #endif

  extension MainLoop {
    /// Runs the loop for a call that waits.
    private static func waiting<R>(_ run: () -> R) -> R {
      MainQueue.waits += 1
      defer { MainQueue.waits -= 1 }
      return run()
    }

    /// Runs a job that may have come to the main queue. If a call waits there, the job sees none of
    /// its task-locals.
    package static func run(_ job: @escaping @Sendable () -> Void) {
      if isCurrent, MainQueue.waits > 0 { Tasks.callApart(in: nil, job) } else { job() }
    }
  }
#endif
