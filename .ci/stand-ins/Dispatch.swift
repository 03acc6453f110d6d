// The parts of Dispatch that the modules use, with the signatures of Apple's SDK.

#if os(Linux) || os(Windows) || os(Android)
  // The overlay on these platforms imports no C library.
#else
  @_exported import Darwin
#endif

open class DispatchObject: @unchecked Sendable {}

open class DispatchQueue: DispatchObject, @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
  }

  public convenience init(
    label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
    target: DispatchQueue? = nil
  ) { self.init() }

  public var label: String { "" }
  public class var main: DispatchQueue { DispatchQueue() }
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue {
    DispatchQueue()
  }

  @preconcurrency
  public func async(
    group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified,
    flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
  public func async(execute work: DispatchWorkItem) {}
  @preconcurrency
  public func asyncAfter(
    deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
  public func suspend() {}
  public func resume() {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }

  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
  public func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {}
}

public final class DispatchSpecificKey<T> {
  public init() {}
}

// Sendable only in the overlay for Linux, not in Apple's SDK.
extension DispatchSpecificKey: @unchecked Sendable {}

public struct DispatchQoS: Equatable, Sendable {
  public static var unspecified: DispatchQoS { DispatchQoS() }
  public static var `default`: DispatchQoS { DispatchQoS() }

  public enum QoSClass: Sendable {
    case background, utility, `default`, userInitiated, userInteractive, unspecified
  }
}

public struct DispatchWorkItemFlags: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static var barrier: DispatchWorkItemFlags { DispatchWorkItemFlags(rawValue: 1) }
}

public class DispatchWorkItem: @unchecked Sendable {
  public init(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    block: @escaping @convention(block) () -> Void
  ) {}
  public func cancel() {}
  public var isCancelled: Bool { false }
}

open class DispatchGroup: DispatchObject, @unchecked Sendable {
  public func enter() {}
  public func leave() {}
}

open class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public init(value: Int) {}
  @discardableResult public func signal() -> Int { 0 }
  public func wait() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}

public enum DispatchTimeoutResult: Sendable { case success, timedOut }

public struct DispatchTime: Comparable, Sendable {
  public let uptimeNanoseconds: UInt64
  public init(uptimeNanoseconds: UInt64) { self.uptimeNanoseconds = uptimeNanoseconds }
  public static func now() -> DispatchTime { DispatchTime(uptimeNanoseconds: 0) }
  public static let distantFuture = DispatchTime(uptimeNanoseconds: .max)
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool {
    a.uptimeNanoseconds < b.uptimeNanoseconds
  }
  public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
}

public enum DispatchTimeInterval: Equatable, Sendable {
  case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}

// Used by tests.
public protocol DispatchSourceSignal: AnyObject, Sendable {
  func setEventHandler(handler: (@Sendable @convention(block) () -> Void)?)
  func setRegistrationHandler(handler: (@Sendable @convention(block) () -> Void)?)
  func resume()
}
public enum DispatchSource {
  public static func makeSignalSource(
    signal: Int32, queue: DispatchQueue? = nil
  ) -> any DispatchSourceSignal { fatalError() }
}
