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
  /// let soon = try await page.timeout(after: .seconds(1)).get()  // the load continues
  /// ```
  ///
  /// - Returns: a promise with the same outcome.
  public func shielded(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise {
    cell.isSettled ? self : shielded(Origin("shielded", fileID, line))
  }

  func shielded(_ origin: Origin) -> Promise {
    let shielded = ShieldedCell<Value>(origin)
    Trampoline.run { _ = shielded.follow(cell, through: ShieldRelay(relayFor: origin), &$0) }
    return Promise(cell: shielded)
  }
}

/// The cell of a shielded promise, which only the promise's handles keep. It follows its source
/// through a relay, so that a promise that is dropped can leave its source.
private final class ShieldedCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  deinit {
    // SAFETY: the following state retains its relay until the deinitialization ends.
    guard let relay = state.relay?.takeUnretainedValue() else { return }
    relay.marks.set(.handlesGone)
    Trampoline.run { relay.leaveIfUnreachable(&$0) }
  }
}

/// A consumer that stays with its source if its own consumers leave, as long as it can get others.
private final class ShieldRelay<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  override var hasWork: Bool { false }

  /// Relays that wait for this one must not take its place.
  override var asRelay: Cell? { nil }

  /// Leaves the source to a keeper, which never leaves. The keeper reports a failure that no
  /// other consumer has seen, at the line of the promise that it replaces. One is enough for all
  /// the shielded promises of a source that are dropped, so they take up no memory while its work
  /// continues.
  override func leaveIfUnreachable(_ effects: inout Effects) {
    guard marks.has(.handlesGone), marks.consumerCount == 0,
      case .from(let upstream) = link.withdraw()
    else { return }
    if let source = upstream as? ValueCell<Value>, source.marks.set(.keptGoing) {
      let keeper = ShieldRelay(.armed(with: source), Origin("shielded", whereMade: origin))
      // Its failure is late if the promise that it replaces had consumers, and unhandled if not.
      if marks.has(.seen) { keeper.marks.set(.seen) }
      keeper.promiseBegins(derivedFrom: source)
      source.attach(keeper, &effects)
    }
    origin.record?.vanishes()
    effects.tell(upstream, consumerWas: .stopped)
  }
}
