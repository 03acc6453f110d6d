// shielded: lets consumers come and go without stopping the work.

extension Promise {
  /// Returns a promise that settles like this promise and whose consumers can come and go without
  /// stopping the work.
  ///
  /// A promise that loses its last consumer is abandoned: its work is stopped, and later consumers
  /// get ``PromiseError/abandoned(createdAt:)``. If you store promises for other code, as in a
  /// cache, store shielded ones. Chains, timeouts and callers of ``get()`` can then leave without
  /// stopping the work.
  ///
  /// ## Cancellation
  /// Calling ``cancel()`` on the returned promise withdraws it from this one, as with any derived
  /// promise. Nothing else does.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).shielded()
  /// pages[url] = page
  /// let soon = try await page.timeout(after: .seconds(1)).get()  // the load goes on
  /// ```
  ///
  /// - Returns: a promise with the same outcome.
  public func shielded(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    cell.isSettled ? self : shielded(Origin("shielded", fileID, line))
  }

  func shielded(_ origin: Origin) -> Promise {
    let shielded = ShieldedCell(mirroring: cell, origin)
    cell.attach(derived: shielded)
    return Promise(cell: shielded)
  }
}

/// The cell of a promise that remains a consumer of its source even if its own consumers leave.
private final class ShieldedCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  override var hasWork: Bool { false }
}
