// The operators that continue a chain that can't fail.

import AsyncPromises
import Dispatch
import PromiseCompatSupport

extension Guarantee {
  /// Returns a guarantee that is resolved when `body` has returned.
  @discardableResult @inlinable
  public func done(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (T) -> Void
  ) -> Guarantee<Void> {
    Guarantee<Void>(core: core.map(.init("done", fileID, line, on, flags), body))
  }

  /// Returns a guarantee that is resolved with the same value when `body` has returned.
  @inlinable
  public func get(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (T) -> Void
  ) -> Guarantee<T> {
    Guarantee(core: core.get(.init("get", fileID, line, on, flags), body))
  }

  /// Returns a guarantee that is resolved with the result of `body`.
  @inlinable
  public func map<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (T) -> U
  ) -> Guarantee<U> {
    Guarantee<U>(core: core.map(.init("map", fileID, line, on, flags), body))
  }

  /// Returns a guarantee that is resolved with the value of the guarantee returned by `body`.
  @discardableResult @inlinable
  public func then<U>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    Guarantee<U>(core: core.then(.init("then", fileID, line, on, flags), body))
  }

  /// Returns a guarantee that is resolved when this one is, but without its value.
  public func asVoid(fileID: StaticString = #fileID, line: UInt = #line) -> Guarantee<Void> {
    Guarantee<Void>(core: core.map(.init("asVoid", fileID, line)) { _ in })
  }
}
