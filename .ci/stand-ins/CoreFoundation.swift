// The parts of CoreFoundation that the modules use: the run loop of the main thread, and encoding
// names.

public struct CFRunLoopMode: Sendable {
  public static var defaultMode: CFRunLoopMode { CFRunLoopMode() }
}

public enum CFRunLoopRunResult: Int32, Sendable {
  case finished = 1
  case stopped, timedOut, handledSource
}

public func CFRunLoopRunInMode(
  _ mode: CFRunLoopMode?, _ seconds: Double, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult { .timedOut }

// The SDK bridges `String` to it. This check can't see that.
public typealias CFString = String

public func CFStringConvertIANACharSetNameToEncoding(_ name: CFString) -> UInt32 { 0 }
public func CFStringConvertEncodingToNSStringEncoding(_ encoding: UInt32) -> UInt { 0 }
public let kCFStringEncodingInvalidId: UInt32 = .max
