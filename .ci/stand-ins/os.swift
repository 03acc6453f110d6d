// The parts of os that the modules use, with the signatures of Apple's SDK.

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  public func lock() {}
  public func unlock() {}
}

@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
extension OSAllocatedUnfairLock where State == Void {
  public init() {}
}
