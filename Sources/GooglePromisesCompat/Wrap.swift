// wrap: promises for functions with the usual kinds of callback.

import AsyncPromises
import Dispatch

/// Runs `work` on the queue, and returns a promise that is fulfilled with `nil` when `work` calls
/// its callback, or rejected with the error that `work` throws.
public func wrap(
  on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
  _ work: @escaping (@escaping @Sendable () -> Void) throws -> Void
) -> Promise<Any?> {
  wrap(queue, fileID, line) { fulfill, _ in try work { fulfill(nil) } }
}

/// Returns a promise that is fulfilled with the callback's value.
public func wrap<Value>(
  on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
  _ work: @escaping (@escaping @Sendable (Value) -> Void) throws -> Void
) -> Promise<Value> {
  wrap(queue, fileID, line) { fulfill, _ in try work { fulfill($0) } }
}

/// Returns a promise that is fulfilled with the callback's value, which may be `nil`.
public func wrap<Value>(
  on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
  _ work: @escaping (@escaping @Sendable (Value?) -> Void) throws -> Void
) -> Promise<Value?> {
  wrap(queue, fileID, line) { fulfill, _ in try work { fulfill($0) } }
}

/// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with its
/// value.
public func wrap<Value>(
  on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
  _ work: @escaping (@escaping @Sendable (Value, (any Error)?) -> Void) throws -> Void
) -> Promise<Value> {
  wrap(queue, fileID, line) { fulfill, reject in
    try work { value, error in if let error { reject(error) } else { fulfill(value) } }
  }
}

/// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with its
/// value.
public func wrap<Value>(
  on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
  _ work: @escaping (@escaping @Sendable ((any Error)?, Value) -> Void) throws -> Void
) -> Promise<Value> {
  wrap(queue, fileID, line) { fulfill, reject in
    try work { error, value in if let error { reject(error) } else { fulfill(value) } }
  }
}

/// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with its
/// value, which may be `nil`.
public func wrap<Value>(
  on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
  _ work: @escaping (@escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void
) -> Promise<Value?> {
  wrap(queue, fileID, line) { fulfill, reject in
    try work { value, error in if let error { reject(error) } else { fulfill(value) } }
  }
}

/// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with its
/// value, which may be `nil`.
public func wrap<Value>(
  on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
  _ work: @escaping (@escaping @Sendable ((any Error)?, Value?) -> Void) throws -> Void
) -> Promise<Value?> {
  wrap(queue, fileID, line) { fulfill, reject in
    try work { error, value in if let error { reject(error) } else { fulfill(value) } }
  }
}

/// Returns a promise that is rejected with the callback's error, if any, or else fulfilled with
/// both values, which may be `nil`.
public func wrap<Value1, Value2>(
  on queue: DispatchQueue = .promises, fileID: StaticString = #fileID, line: UInt = #line,
  _ work: @escaping (@escaping @Sendable (Value1?, Value2?, (any Error)?) -> Void) throws -> Void
) -> Promise<(Value1?, Value2?)> {
  wrap(queue, fileID, line) { fulfill, reject in
    try work { value1, value2, error in
      if let error { reject(error) } else { fulfill((value1, value2)) }
    }
  }
}

private func wrap<Value>(
  _ queue: DispatchQueue, _ fileID: StaticString, _ line: UInt,
  _ work: @escaping Promise<Value>.Async
) -> Promise<Value> {
  Promise(core: Promise.begin("wrap", fileID, line, queue, work))
}
