// The parts of C libraries that the library uses.

#if !os(Windows)
  public let STDERR_FILENO: Int32 = 2
  @discardableResult
  public func write(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { 0 }
  public func getenv(_ name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? { nil }
#endif

#if os(Windows)
  @discardableResult
  public func _write(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: UInt32) -> Int32 { 0 }
  public func getenv(_ name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? { nil }
#elseif !os(WASI)
  #if canImport(Darwin) || os(macOS) || os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    public typealias pthread_key_t = UInt
    public func pthread_main_np() -> Int32 { 0 }

    // Used by tests.
    public let (SIGUSR1, SIG_IGN): (Int32, Int) = (30, 1)
    public func signal(_ number: Int32, _ handler: Int) {}
    public func kill(_ process: Int32, _ signal: Int32) -> Int32 { 0 }
    public func getpid() -> Int32 { 0 }
    public func clock() -> UInt { 0 }
    public let CLOCKS_PER_SEC: UInt = 1_000_000
    public typealias mach_msg_type_number_t = UInt32
    public typealias integer_t = Int32
    public typealias task_flavor_t = UInt32
    public struct mach_task_basic_info {
      public init() {}
      public var resident_size: UInt64 { 0 }
    }
    public let (mach_task_self_, MACH_TASK_BASIC_INFO, KERN_SUCCESS): (UInt32, Int32, Int32) = (
      0, 20, 0
    )
    public func task_info(
      _ task: UInt32, _ flavor: task_flavor_t, _ info: UnsafeMutablePointer<integer_t>,
      _ count: UnsafeMutablePointer<mach_msg_type_number_t>
    ) -> Int32 { 0 }
  #elseif os(Android)
    public typealias pthread_key_t = Int32
  #else
    public typealias pthread_key_t = UInt32
  #endif
  public struct pthread_mutex_t {}
  public struct pthread_mutexattr_t {}
  @discardableResult
  public func pthread_mutex_init(
    _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
    _ attributes: UnsafePointer<pthread_mutexattr_t>?
  ) -> Int32 { 0 }
  @discardableResult
  public func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
  @discardableResult
  public func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
  @discardableResult
  public func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
  public let RTLD_LAZY: Int32 = 1
  public func dlopen(
    _ path: UnsafePointer<CChar>?, _ mode: Int32
  ) -> UnsafeMutableRawPointer? { nil }
  public func dlsym(
    _ library: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>
  ) -> UnsafeMutableRawPointer? { nil }
  public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { nil }
  @discardableResult
  public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 { 0 }
  public func pthread_key_create(
    _ key: UnsafeMutablePointer<pthread_key_t>,
    _ end: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
  ) -> Int32 { 0 }
#endif

#if os(Linux) && !os(Android)
  public struct pollfd {
    public var fd: Int32
    public var events: Int16
    public var revents: Int16
    public init(fd: Int32, events: Int16, revents: Int16) {
      (self.fd, self.events, self.revents) = (fd, events, revents)
    }
  }
  public let POLLIN: Int32 = 1
  public func poll(_ files: UnsafeMutablePointer<pollfd>?, _ count: UInt, _ time: Int32) -> Int32 {
    0
  }
  public func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int { 0 }
  public func readlink(
    _ path: UnsafePointer<CChar>?, _ target: UnsafeMutablePointer<CChar>?, _ count: Int
  ) -> Int { 0 }
  public func getpid() -> Int32 { 0 }

  public struct sigset_t { public init() {} }
  public let (SIGTERM, SIG_UNBLOCK, SIG_SETMASK): (Int32, Int32, Int32) = (15, 1, 2)
  @discardableResult
  public func sigemptyset(_ set: UnsafeMutablePointer<sigset_t>) -> Int32 { 0 }
  @discardableResult
  public func sigaddset(_ set: UnsafeMutablePointer<sigset_t>, _ signal: Int32) -> Int32 { 0 }
  @discardableResult
  public func pthread_sigmask(
    _ how: Int32, _ set: UnsafePointer<sigset_t>?, _ old: UnsafeMutablePointer<sigset_t>?
  ) -> Int32 { 0 }
#endif
