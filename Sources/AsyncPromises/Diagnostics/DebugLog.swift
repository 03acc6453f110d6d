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
    /// Writes a line to standard error in one piece, so that lines from several threads don't mix.
    static func print(_ line: String) {
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
