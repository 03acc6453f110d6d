// The start of a chain.

import AsyncPromises
import Dispatch
import Foundation
import PromiseCompatSupport

/// Calls `body` at once, and returns a promise that settles like the one that `body` returns, or is
/// rejected with the error that `body` throws.
///
/// ```swift
/// firstly { server.login(name) }.done { view.show($0) }.cauterize()
/// ```
public func firstly<U: Thenable>(
  fileID: StaticString = #fileID, line: UInt = #line, execute body: () throws -> U
) -> Promise<U.T> {
  do {
    return Promise(core: try body().core.consumer(Origin("firstly", fileID, line)))
  } catch {
    return Promise(error: error, fileID: fileID, line: line)
  }
}

/// Calls `body` at once, and returns its guarantee.
@inlinable
public func firstly<T>(execute body: () -> Guarantee<T>) -> Guarantee<T> { body() }

/// Returns a guarantee that is resolved when `seconds` have passed: at once if zero or negative,
/// and after a century at most.
public func after(
  seconds: TimeInterval, fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  after(.timeInterval(seconds), fileID, line)
}

/// Returns a guarantee that is resolved when `interval` has passed; with `never` it stays pending.
public func after(
  _ interval: DispatchTimeInterval, fileID: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  let duration: Duration =
    switch interval {
    case .seconds(let count): .seconds(count)
    case .milliseconds(let count): .milliseconds(count)
    case .microseconds(let count): .microseconds(count)
    case .nanoseconds(let count): .nanoseconds(count)
    default: .seconds(Int64.max)
    }
  return after(duration, fileID, line)
}

private func after(
  _ duration: Duration, _ fileID: StaticString, _ line: UInt
) -> Guarantee<Void> {
  Guarantee(
    core: AsyncPromises.Promise.later(
      after: duration, Origin("after", fileID, line), fulfilling: Transfer(())))
}

extension DispatchQueue {
  /// Runs `body` on the queue, and returns a promise that is fulfilled with its result or rejected
  /// with the error that it throws.
  public func async<T>(
    _: PMKNamespacer, group: DispatchGroup? = nil, qos: DispatchQoS = .default,
    flags: DispatchWorkItemFlags = [], fileID: StaticString = #fileID, line: UInt = #line,
    execute body: @escaping () throws -> T
  ) -> Promise<T> {
    let (core, resolver) = Core<T>.pending(fileID: fileID, line: line)
    nonisolated(unsafe) let body = body
    let scope = CallScope()
    run(group: group, qos: qos, flags: flags) {
      resolver.resolve(with: Swift.Result { Transfer(try scope.bind(body)) })
    }
    return Promise(core: core)
  }

  /// Runs `body` on the queue, and returns a guarantee for its result.
  public func async<T>(
    _: PMKNamespacer, group: DispatchGroup? = nil, qos: DispatchQoS = .default,
    flags: DispatchWorkItemFlags = [], fileID: StaticString = #fileID, line: UInt = #line,
    execute body: @escaping () -> T
  ) -> Guarantee<T> {
    let (core, resolver) = Core<T>.pending(fileID: fileID, line: line)
    nonisolated(unsafe) let body = body
    let scope = CallScope()
    run(group: group, qos: qos, flags: flags) { resolver.fulfill(Transfer(scope.bind(body))) }
    return Guarantee(core: core)
  }
}
