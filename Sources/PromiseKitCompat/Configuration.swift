// What is decided once for a process: queues, the policy of `catch`, the log.

import AsyncPromises
import Dispatch
import Foundation

/// The configuration of this module, for the whole process.
public struct PMKConfiguration: @unchecked Sendable {
  /// The default queues: one for handlers that transform values, one for handlers that end a chain.
  ///
  /// Both are the main queue by default; with `nil`, a handler runs inline, in the call that
  /// settles the promise or registers the handler.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) = (.main, .main)
  /// The errors that `catch` and `recover` receive by default.
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation
  /// The function that receives log events; by default it writes them to standard error.
  public var logHandler: (_ event: LogEvent) -> Void = { event in
    FileHandle.standardError.write(Data("PromiseKitCompat: \(event.message)\n".utf8))
  }
}

/// The configuration of the process. Any thread may read and set it.
///
/// Set it as a whole when the process starts: changing one field reads and writes all of them.
public var conf: PMKConfiguration {
  get { configurations.top ?? PMKConfiguration() }
  set { configurations.push(newValue) }
}

/// The newest one counts. Older ones are kept: a thread may be reading them.
private let configurations = SharedStack<PMKConfiguration>()

/// The errors that `catch` and `recover` receive.
public enum CatchPolicy: Sendable {
  /// All errors.
  case allErrors
  /// All errors except cancellations, which are passed on.
  case allErrorsExceptCancellation

  @usableFromInline
  func takes(_ error: any Error) -> Bool { self == .allErrors || !error.isCancelled }
}

/// An event for the log.
public enum LogEvent {
  /// `wait()` was called on the main thread.
  case waitOnMainThread
  /// The resolver of a promise was released without settling it; the promise stays pending.
  case pendingPromiseDeallocated
  /// The closure that resolves a guarantee was released without a call.
  case pendingGuaranteeDeallocated
  /// An error reached a `cauterize()`.
  case cauterized(any Error)

  fileprivate var message: String {
    switch self {
    case .waitOnMainThread: "warning: `wait()` was called on the main thread"
    case .pendingPromiseDeallocated: "warning: a pending promise can't be settled any more"
    case .pendingGuaranteeDeallocated: "warning: a pending guarantee can't be resolved any more"
    case .cauterized(let error): "cauterized error: \(error)"
    }
  }
}

/// A marker for overloads that return promises.
public enum PMKNamespacer: Sendable {
  /// The overload that returns a promise.
  case promise
}
