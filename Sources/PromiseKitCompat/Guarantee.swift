// A promise that is never rejected.

import AsyncPromises
import PromiseCompatSupport

/// A value, available now or later, from work that can't fail.
///
/// ```swift
/// after(seconds: 2).done { banner.hide() }
/// ```
public final class Guarantee<T>: Thenable, @unchecked Sendable {
  @usableFromInline let core: Core<T>

  /// Creates a guarantee that lives until it is settled, since whatever settles it keeps it alive.
  @inlinable
  convenience init(core: Core<T>) {
    self.init(unkept: core)
    core.keep(self)
  }

  /// Creates a guarantee that nothing keeps alive, such as one that only its resolver settles.
  @inlinable
  init(unkept core: Core<T>) { self.core = core }

  /// Returns a guarantee that is already resolved with `value`.
  @inlinable
  public static func value(_ value: T) -> Guarantee<T> {
    Guarantee(core: .fulfilled(Transfer(value)))
  }

  /// Creates a guarantee that is resolved by the closure passed to `body`.
  ///
  /// The body runs at once, on the caller's stack. If the closure is released without being called,
  /// the guarantee stays pending, and ``LogEvent/pendingGuaranteeDeallocated`` is logged.
  @inlinable
  public convenience init(
    fileID: StaticString = #fileID, line: UInt = #line,
    resolver body: (@escaping @Sendable (T) -> Void) -> Void
  ) {
    let (guarantee, resolve) = Guarantee.pending(fileID: fileID, line: line)
    self.init(unkept: guarantee.core)
    body(resolve)
  }

  /// Creates a pending guarantee and the closure that resolves it.
  @inlinable
  public class func pending(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> (guarantee: Guarantee<T>, resolve: @Sendable (T) -> Void) {
    let (core, resolver) = Core<T>.pending(fileID: fileID, line: line)
    let seal = Resolver(resolver, logs: .pendingGuaranteeDeallocated)
    return (Guarantee(unkept: core), { seal.fulfill($0) })
  }

  /// Calls `to` with the value, on the thread that resolves the guarantee, or at once if it is
  /// already resolved.
  public func pipe(to: @escaping (Result<T>) -> Void) {
    core.pipe(Origin("pipe", whereMade: core.cell.origin)) {
      if case .success(let value) = $0 { to(.fulfilled(value.value)) }
    }
  }

  /// The value, or `nil` while the guarantee is pending.
  @inlinable
  public var result: Result<T>? {
    (try? core.unhandledSeenOutcome?.get()).map { .fulfilled($0.value) }
  }
}

extension Guarantee where T == Void {
  /// Creates a guarantee that is already resolved.
  @inlinable
  public convenience init() { self.init(core: .fulfilled(Transfer(()))) }

  /// A guarantee that is already resolved.
  @inlinable
  public static var value: Guarantee<Void> { Guarantee() }
}
