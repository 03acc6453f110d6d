// shielded: a promise whose consumers come and go.

extension Promise {
  /// Returns a promise that settles like this promise, and whose consumers can come and go without
  /// stopping the work.
  ///
  /// A promise that loses its last consumer is abandoned: its work is stopped, and later consumers
  /// get ``PromiseError/abandoned(createdAt:)``. If you store promises for others, as in a cache,
  /// store the shielded one: chains, timeouts and callers of ``get()`` can then leave without
  /// stopping the work.
  ///
  /// ## Cancellation
  /// Only calling ``cancel()`` on the returned promise withdraws from this one, as with any derived
  /// promise.
  ///
  /// ## Example
  /// ```swift
  /// let page = load(url).shielded()
  /// pages[url] = page
  /// let soon = try await page.timeout(after: .seconds(1)).get()  // the load goes on
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: the caller's file, by default.
  ///   - line: the caller's line, by default.
  /// - Returns: a promise of the same outcome.
  public func shielded(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    cell.isSettled ? self : shielded(Origin("shielded", fileID, line))
  }

  func shielded(_ origin: Origin) -> Promise {
    let shielded = ShieldedCell(mirroring: cell, origin)
    cell.attach(shielded)
    return Promise(cell: shielded)
  }
}

/// The cell of a promise that keeps its interest in its source even when its consumers leave.
private final class ShieldedCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  override var hasWork: Bool { false }
}
