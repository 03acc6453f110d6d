// Settings for the whole process: queues, the policy of `catch`, the log.

import AsyncPromises
import Dispatch
import Foundation
import PromiseCompatSupport

/// This module's configuration, for the whole process.
public struct PMKConfiguration: @unchecked Sendable {
  /// The default queues: `map` for operators such as `then`, `map` and `recover`, and `return` for
  /// operators such as `done`, `catch` and `ensure`.
  ///
  /// Both are the main queue by default. With `nil`, a handler runs inline, in the call that
  /// settles the promise or registers the handler.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) = (.main, .main)
  /// The errors that `catch` and `recover` receive by default.
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation
  /// The function that receives log events; by default it writes them to standard error.
  public var logHandler: (_ event: LogEvent) -> Void = { event in
    FileHandle.standardError.write(Data("PromiseKitCompat: \(event.message)\n".utf8))
  }
}

/// The process's configuration, which any thread may read and set.
///
/// Set it as a whole when the process starts, because changing one field reads and writes all of
/// them.
public var conf: PMKConfiguration {
  get { configuration.current }
  set { configuration.current = newValue }
}

private let configuration = Setting(PMKConfiguration())

/// The errors that `catch` and `recover` receive.
public enum CatchPolicy: Sendable {
  /// All errors.
  case allErrors
  /// All errors except cancellations, which are passed on.
  case allErrorsExceptCancellation

  /// The failures that wait for the handler's turn. Only `takes` recognizes every cancellation.
  @usableFromInline
  var purpose: Handler.Purpose { self == .allErrors ? .failures : .failuresExceptCancellations }

  @usableFromInline
  func takes(_ error: any Error) -> Bool { self == .allErrors || !error.isCancelled }
}

/// An event for the log.
public enum LogEvent {
  /// `wait()` was called on the main thread.
  case waitOnMainThread
  /// A promise's resolver was released without settling the promise, which stays pending.
  case pendingPromiseDeallocated
  /// The closure that resolves a guarantee was released without being called.
  case pendingGuaranteeDeallocated
  /// An error reached `cauterize()`.
  case cauterized(any Error)

  fileprivate var message: String {
    switch self {
    case .waitOnMainThread: "warning: `wait()` was called on the main thread"
    case .pendingPromiseDeallocated: "warning: a pending promise can't be settled anymore"
    case .pendingGuaranteeDeallocated: "warning: a pending guarantee can't be resolved anymore"
    case .cauterized(let error): "cauterized error: \(error)"
    }
  }
}

/// A marker for overloads that return promises.
public enum PMKNamespacer: Sendable {
  /// The overload that returns a promise.
  case promise
}
