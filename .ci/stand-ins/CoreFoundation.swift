// What the modules use of CoreFoundation: the run loop of the main thread, and names of encodings.

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

// The SDK bridges strings to it, which this check can't see.
public typealias CFString = String

public func CFStringConvertIANACharSetNameToEncoding(_ name: CFString) -> UInt32 { 0 }
public func CFStringConvertEncodingToNSStringEncoding(_ encoding: UInt32) -> UInt { 0 }
public let kCFStringEncodingInvalidId: UInt32 = .max
