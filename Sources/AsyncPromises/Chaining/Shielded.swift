// shielded: a promise whose consumers come and go.

extension Promise {
  /// Returns a promise of the same outcome whose consumers come and go without stopping the work.
  ///
  /// A promise whose last consumer has left is abandoned, and its work is stopped: it fails who
  /// comes later with ``PromiseError/abandoned(createdAt:)``. Where promises are kept for others,
  /// as in a cache, keep what this call returns: chains, time limits and callers of ``get()`` then
  /// leave it as they found it.
  ///
  /// ## Cancellation
  /// Only ``cancel()`` of the returned promise withdraws from this one, like that of any derived
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

/// The cell of a promise that keeps its interest in its source, whoever leaves it.
private final class ShieldedCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  override var hasWork: Bool { false }
}
