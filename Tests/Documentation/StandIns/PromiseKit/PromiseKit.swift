// A stand-in for PromiseKit 8, with the signatures that the guides use. None of it is run.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch

func standIn() -> Never {
  fatalError("Stand-ins are compiled but never run.")
}

public enum Result<T> {
  case fulfilled(T)
  case rejected(Error)
}

public enum CatchPolicy {
  case allErrors
  case allErrorsExceptCancellation
}

public struct PMKConfiguration {
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) = (.main, .main)
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation
}

public var conf = PMKConfiguration()

public protocol CancellableError: Error {
  var isCancelled: Bool { get }
}

extension Error {
  public var isCancelled: Bool { standIn() }
}

// MARK: Promises

public protocol Thenable: AnyObject {
  associatedtype T
  func pipe(to: @escaping (Result<T>) -> Void)
  var result: Result<T>? { get }
}

public protocol CatchMixin: Thenable {}

public final class Promise<T>: Thenable, CatchMixin {
  public init(error: Error) { standIn() }
  public init<U: Thenable>(_ bridge: U) where U.T == T { standIn() }
  public init(resolver body: (Resolver<T>) throws -> Void) { standIn() }

  public class func value(_ value: T) -> Promise<T> { standIn() }
  public class func pending() -> (promise: Promise<T>, resolver: Resolver<T>) { standIn() }
  public func pipe(to: @escaping (Result<T>) -> Void) { standIn() }
  public var result: Result<T>? { standIn() }
}

public final class Guarantee<T>: Thenable {
  public init(resolver body: (@escaping (T) -> Void) -> Void) { standIn() }

  public class func value(_ value: T) -> Guarantee<T> { standIn() }
  public func pipe(to: @escaping (Result<T>) -> Void) { standIn() }
  public var result: Result<T>? { standIn() }

  public func then<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> { standIn() }
}

public final class Resolver<T> {
  init() { standIn() }

  public func fulfill(_ value: T) { standIn() }
  public func reject(_ error: Error) { standIn() }
  public func resolve(_ result: Result<T>) { standIn() }
  public func resolve(_ obj: T?, _ error: Error?) { standIn() }
  public func resolve(_ obj: T, _ error: Error?) { standIn() }
  public func resolve(_ error: Error?, _ obj: T?) { standIn() }
}

public final class PMKFinalizer {
  public func finally(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping () -> Void
  ) { standIn() }
}

// MARK: Chains

extension Thenable {
  public func then<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> { standIn() }

  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T) throws -> U
  ) -> Promise<U> { standIn() }

  public func done(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> { standIn() }
}

extension CatchMixin {
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, _ body: @escaping (Error) -> Void
  ) -> PMKFinalizer { standIn() }

  public func recover<U: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, _ body: @escaping (Error) throws -> U
  ) -> Promise<T> where U.T == T { standIn() }

  @discardableResult
  public func recover(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (Error) -> Guarantee<T>
  ) -> Guarantee<T> { standIn() }

  public func ensure(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping () -> Void
  ) -> Promise<T> { standIn() }
}

// MARK: Functions

public func firstly<U: Thenable>(execute body: () throws -> U) -> Promise<U.T> { standIn() }
public func firstly<T>(execute body: () -> Guarantee<T>) -> Guarantee<T> { standIn() }

public func after(seconds: Double) -> Guarantee<Void> { standIn() }
public func after(_ interval: DispatchTimeInterval) -> Guarantee<Void> { standIn() }

public func when<U: Thenable, V: Thenable>(
  fulfilled pu: U, _ pv: V
) -> Promise<(U.T, V.T)> { standIn() }
public func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<[U.T]> { standIn() }
public func when<U: Thenable>(fulfilled promises: U...) -> Promise<Void> where U.T == Void {
  standIn()
}
