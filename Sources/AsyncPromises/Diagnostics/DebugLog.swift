// What debug builds print when no hook is installed.

#if DEBUG
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #elseif canImport(WASILibc)
    import WASILibc
  #elseif canImport(ucrt)
    import ucrt
  #endif

  enum DebugLog {
    private static let limit = RateLimit(perSecond: 10)
    private static let start = ContinuousClock.now

    /// Writes a line to standard error, subject to the rate limit.
    static func print(_ line: String) {
      switch limit.admit(at: ContinuousClock.now - start) {
      case .yes:
        put(line)
      case .last:
        put(line)
        put("AsyncPromises: further reports within this second are suppressed.")
      case .no:
        break
      }
    }

    /// Writes the line in one piece, so that lines from several threads don't mix.
    private static func put(_ line: String) {
      let bytes = Array((line + "\n").utf8)
      _ = bytes.withUnsafeBytes {
        #if os(Windows)
          _write(2, $0.baseAddress, UInt32($0.count))
        #else
          write(STDERR_FILENO, $0.baseAddress, $0.count)
        #endif
      }
    }
  }
#endif

/// Admits a limited number of events per second.
struct RateLimit: ~Copyable {
  enum Admission {
    case yes
    /// Yes, but it is the last one within this second.
    case last
    case no
  }

  private let perSecond: UInt64
  /// The second, and how many events were admitted in it.
  private let word = StateWord(0)

  private static var counts: UInt64 { 1 << 16 }

  init(perSecond: UInt64) {
    self.perSecond = perSecond
  }

  /// - Parameter time: the time since some fixed moment.
  borrowing func admit(at time: Duration) -> Admission {
    let second = UInt64(truncatingIfNeeded: time.components.seconds) &* Self.counts
    while true {
      let seen = word.load()
      let isSameSecond = seen & ~(Self.counts - 1) == second
      let count = isSameSecond ? seen & (Self.counts - 1) : 0
      guard count < perSecond else { return .no }
      guard word.compareExchange(seen, second | (count + 1)) else { continue }
      return count + 1 == perSecond ? .last : .yes
    }
  }
}
