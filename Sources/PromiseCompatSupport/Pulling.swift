// Promises that are made as needed, for the compatibility modules.

import AsyncPromises

extension Promise {
  /// Returns a promise for the values of the promises that `next` returns, in order, or for the
  /// first error. After an error, `next` isn't called anymore.
  ///
  /// - Parameters:
  ///   - limit: how many of the promises may be pending at a time.
  ///   - next: called by one thread at a time: by the caller, then by whatever settles a promise.
  package static func pulling<U>(
    _ limit: Int, _ origin: Origin, from next: @escaping () -> Promise<Transfer<U>>?
  ) -> Promise where Value == Transfer<[U]> {
    let cell = ValueCell<Value>(origin)
    origin.record?.waits(for: .items)
    let scope = CallScope()
    let puller = Puller(cell, UInt64(limit)) { scope.bind(next) }
    Trampoline.run { cell.onCancel(&$0) { puller.leave(&$0) } }
    puller.pull(puller.limit)
    return Promise(cell: cell)
  }
}

private final class Puller<U>: @unchecked Sendable {
  let limit: UInt64
  private let cell: ValueCell<Transfer<[U]>>
  private let room = StateWord(0)
  /// How many of the promises can't be settled anymore. They keep their places.
  private let lost = StateWord(0)
  /// The consumers of the promises, with which a cancelled cell leaves them.
  private let consumers = SharedStack<Promise<Void>>()
  // These belong to the thread that raised `room` from zero.
  private let next: () -> Promise<Transfer<U>>?
  private var promises: [Promise<Transfer<U>>] = []

  init(
    _ cell: ValueCell<Transfer<[U]>>, _ limit: UInt64,
    _ next: @escaping () -> Promise<Transfer<U>>?
  ) {
    (self.cell, self.limit, self.next) = (cell, limit, next)
  }

  /// Makes as many promises as there is room for, unless another thread does. The thread that finds
  /// nothing more to make leaves `room` above zero, so no other thread takes over.
  func pull(_ more: UInt64) {
    guard room.add(more) == more else { return }
    repeat {
      guard !cell.isSettled else { return }
      guard let promise = next() else { return end() }
      promises.append(promise)
      consumers.push(
        promise.derive(in: .inline, .none) { _, source, derived, effects in
          if source.hasLostResolver {
            if self.lost.add(1) == self.limit { self.cell.settle(as: source, &effects) }
            return derived.pass(source, &effects)
          }
          Promise<Void>.settle(derived, &effects) {}
          if source.isRejected { self.cell.settle(as: source, &effects) } else { self.pull(1) }
        })
      // Either this load shows the cancellation, or `leave` finds the consumer.
      if cell.wasCancelled { Trampoline.run { leave(&$0) } }
    } while room.add(.max) > 0
  }

  /// Leaves the promises when the cell has been cancelled, or left by its last consumer.
  func leave(_ effects: inout Effects) {
    for consumer in consumers.takeAll() { consumer.cell.cancel(&effects) }
  }

  private func end() {
    let all = Promise<Transfer<[U]>>.array(of: promises, .none)
    promises = []
    Trampoline.run { _ = cell.follow(all.cell, &$0) }
  }
}
