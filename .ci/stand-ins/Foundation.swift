// The parts of Foundation that the modules use, with the signatures of Apple's SDK, except where
// those of other platforms differ.

#if !os(WASI)
  @_exported import Dispatch
#endif
#if os(Windows)
  @_exported import ucrt
#elseif os(Android)
  @_exported import Android
#elseif os(WASI)
  @_exported import WASILibc
#elseif os(Linux)
  @_exported import Glibc
#else
  @_exported import CoreFoundation
  @_exported import Darwin
#endif

// MARK: Errors

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
  public var failureReason: String? { nil }
  public var recoverySuggestion: String? { nil }
  public var helpAnchor: String? { nil }
}

public protocol CustomNSError: Error {
  static var errorDomain: String { get }
  var errorCode: Int { get }
  var errorUserInfo: [String: Any] { get }
}

extension CustomNSError {
  public static var errorDomain: String { "" }
  public var errorCode: Int { 0 }
  public var errorUserInfo: [String: Any] { [:] }
}

open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo: [String: Any]? = nil) {}
  open var domain: String { "" }
  open var code: Int { 0 }
  open var userInfo: [String: Any] { [:] }
  open var localizedDescription: String { "" }
}

// The compiler calls these to bridge errors.
public func _convertErrorToNSError(_ error: any Error) -> NSError { NSError(domain: "", code: 0) }
public func _convertNSErrorToError(_ error: NSError?) -> any Error {
  error ?? NSError(domain: "", code: 0)
}

extension Error {
  public var localizedDescription: String { "" }
}

public let NSLocalizedDescriptionKey = ""
public let NSUnderlyingErrorKey = ""
public let NSURLErrorDomain = ""
public let NSURLErrorCancelled = -999
public let NSCocoaErrorDomain = ""
public let NSUserCancelledError = 3072

public struct URLError: Error, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let cancelled = Code(rawValue: -999)
    public static let unknown = Code(rawValue: -1)
  }
  public static var cancelled: Code { .cancelled }
  public init(_ code: Code, userInfo: [String: Any] = [:]) {}
  public var code: Code { .unknown }
}

public func ~= (code: URLError.Code, error: any Error) -> Bool { false }

public struct CocoaError: Error, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var userCancelled: Code { Code(rawValue: 3072) }
  }
  public static var userCancelled: Code { Code(rawValue: 3072) }
  public var code: Code { Code(rawValue: 0) }
}

public func ~= (code: CocoaError.Code, error: any Error) -> Bool { false }

// MARK: Values

public protocol NSObjectProtocol: AnyObject {}
open class NSObject: NSObjectProtocol, Hashable {
  public init() {}
  public static func == (a: NSObject, b: NSObject) -> Bool { a === b }
  open func hash(into hasher: inout Hasher) {}
}

public typealias TimeInterval = Double

public struct Data: Hashable, Sendable, RandomAccessCollection {
  public init() {}
  public init<Bytes: Sequence<UInt8>>(_ bytes: Bytes) {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> UInt8 { 0 }
}

public struct Date: Comparable, Hashable, Sendable {
  public init() {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public static var now: Date { Date() }
  public static let distantFuture = Date()
  public var timeIntervalSinceNow: TimeInterval { 0 }
  public static func < (a: Date, b: Date) -> Bool { false }
}

public struct URL: Hashable, Sendable {
  public init?(string: String) {}
  public var absoluteString: String { "" }
  public var path: String { "" }
}

extension String {
  public struct Encoding: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    #if os(Linux) || os(Windows) || os(Android)
      public init?(ianaName: String) { return nil }
    #endif
    public static let utf8 = Encoding(rawValue: 4)
    public static let isoLatin1 = Encoding(rawValue: 5)
  }
  public init?(data: Data, encoding: Encoding) { return nil }
  public init(format: String, _ arguments: any CVarArg...) { self = "" }
}

open class JSONDecoder {
  public init() {}
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

open class JSONSerialization {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { 0 }
}

// MARK: Threads and files

public protocol NSLocking {
  func lock()
  func unlock()
}

extension NSLocking {
  public func withLock<R>(_ body: () throws -> R) rethrows -> R { try body() }
}

open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  open func lock() {}
  open func unlock() {}
}

open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardError: FileHandle { FileHandle() }
  open func write(_ data: Data) {}
  open func readDataToEndOfFile() -> Data { Data() }
}

#if !os(WASI)
  open class Thread: NSObject, @unchecked Sendable {
    public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
    open class var isMainThread: Bool { true }
    open class var current: Thread { Thread() }
    open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
    open class func sleep(until date: Date) {}
    open class func sleep(forTimeInterval: TimeInterval) {}
    open var threadDictionary: NSMutableDictionary { NSMutableDictionary() }
    open var stackSize = 0
    open func start() {}
  }

  open class NSMutableDictionary: NSObject {
    open subscript(key: Any) -> Any? {
      get { nil }
      set {}
    }
  }

  open class NSCondition: NSObject, NSLocking, @unchecked Sendable {
    open func lock() {}
    open func unlock() {}
    open func wait() {}
    open func wait(until limit: Date) -> Bool { true }
    open func signal() {}
    open func broadcast() {}
  }

  open class Progress: NSObject, @unchecked Sendable {
    public init(totalUnitCount: Int64) {}
    open var completedUnitCount: Int64 = 0
    open var cancellationHandler: (@Sendable () -> Void)?
    open func cancel() {}
  }

  open class ProcessInfo: NSObject, @unchecked Sendable {
    open class var processInfo: ProcessInfo { ProcessInfo() }
    open var environment: [String: String] { [:] }
    open var activeProcessorCount: Int { 1 }
    open var processorCount: Int { 1 }
  }

  open class RunLoop: NSObject {
    public struct Mode: Hashable, Sendable {
      public static let `default` = Mode()
    }
    open class var main: RunLoop { RunLoop() }
    open func run(mode: Mode, before limit: Date) -> Bool { true }
  }

  open class OperationQueue: NSObject, @unchecked Sendable {
    @preconcurrency open func addOperation(_ block: @escaping @Sendable () -> Void) {}
    open var name: String?
    open var maxConcurrentOperationCount: Int { 1 }
    open class var main: OperationQueue { OperationQueue() }
  }

  // MARK: Types that PMKFoundationCompat extends

  // Sendable only in swift-corelibs-foundation.
  #if os(Linux) || os(Windows) || os(Android)
    extension Notification: Sendable {}
  #endif

  public struct Notification {
    public struct Name: Hashable, Sendable {
      public init(_ name: String) {}
    }
  }

  open class NotificationCenter: NSObject, @unchecked Sendable {
    open class var `default`: NotificationCenter { NotificationCenter() }
    @preconcurrency open func addObserver(
      forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
      using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol { NSObject() }
    open func removeObserver(_ observer: Any) {}
  }

  public struct URLRequest: Hashable, Sendable {
    public init(url: URL) {}
    public var url: URL? { nil }
  }

  open class URLResponse: NSObject, @unchecked Sendable {
    public init(
      url: URL, mimeType: String?, expectedContentLength: Int, textEncodingName: String?
    ) {}
    open var expectedContentLength: Int64 { 0 }
    open var url: URL? { nil }
    open var textEncodingName: String? { nil }
  }

  open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var statusCode: Int { 0 }
    open var allHeaderFields: [AnyHashable: Any] { [:] }
    open class func localizedString(forStatusCode: Int) -> String { "" }
  }

  open class URLSessionTask: NSObject, @unchecked Sendable {
    open func resume() {}
    open func cancel() {}
  }
  open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
  open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
  open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}

  open class URLSession: NSObject, @unchecked Sendable {
    public typealias Completion<T> = @Sendable (T?, URLResponse?, (any Error)?) -> Void
    open class var shared: URLSession { URLSession() }
    open func dataTask(
      with request: URLRequest, completionHandler: @escaping Completion<Data>
    ) -> URLSessionDataTask { URLSessionDataTask() }
    open func uploadTask(
      with request: URLRequest, from data: Data?, completionHandler: @escaping Completion<Data>
    ) -> URLSessionUploadTask { URLSessionUploadTask() }
    open func uploadTask(
      with request: URLRequest, fromFile file: URL, completionHandler: @escaping Completion<Data>
    ) -> URLSessionUploadTask { URLSessionUploadTask() }
    open func downloadTask(
      with request: URLRequest, completionHandler: @escaping Completion<URL>
    ) -> URLSessionDownloadTask { URLSessionDownloadTask() }
  }

  open class FileManager: NSObject, @unchecked Sendable {
    open class var `default`: FileManager { FileManager() }
    open func moveItem(at source: URL, to target: URL) throws {}
    open func removeItem(at url: URL) throws {}
    open func fileExists(atPath path: String) -> Bool { false }
  }

  #if os(macOS) || os(Linux) || os(Windows)
    open class Pipe: NSObject, @unchecked Sendable {
      open var fileHandleForReading: FileHandle { FileHandle() }
    }

    open class Process: NSObject, @unchecked Sendable {
      public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal }
      open var launchPath: String?
      open var executableURL: URL?
      open var arguments: [String]?
      open var standardOutput: Any?
      open var standardError: Any?
      open var terminationStatus: Int32 { 0 }
      open var terminationReason: TerminationReason { .exit }
      open var terminationHandler: (@Sendable (Process) -> Void)?
      open var isRunning: Bool { false }
      open func run() throws {}
      open func terminate() {}
    }
  #endif
#endif
