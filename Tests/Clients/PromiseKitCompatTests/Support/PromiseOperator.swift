// The operators that derive a promise with a handler, for tests of what they have in common.

import Dispatch
import PromiseKitCompat
import TestSupport
import Testing

enum PromiseOperator: CaseIterable, Sendable {
  case map, then, compactMap, done, get, tap
  case recover, recoverToGuarantee, ensure, ensureThen

  static let ofThenable: [Self] = [.map, .then, .compactMap, .done, .get, .tap]
  static let ofCatchMixin: [Self] = [.recover, .recoverToGuarantee, .ensure, .ensureThen]

  /// Derives a promise whose handler calls `ran` and, if possible, passes the outcome on.
  func derive(
    from promise: Promise<Int>, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ ran: @escaping () -> Void
  ) -> Promise<Int> {
    func pass(_ value: Int) -> Int {
      ran()
      return value
    }
    switch self {
    case .map: return promise.map(on: queue, flags: flags) { pass($0) }
    case .then: return promise.then(on: queue, flags: flags) { Promise.value(pass($0)) }
    case .compactMap: return promise.compactMap(on: queue, flags: flags) { pass($0) }
    case .done:
      return promise.done(on: queue, flags: flags) { _ in ran() }.map(on: nil) { 1 }
    case .get: return promise.get(on: queue, flags: flags) { _ in ran() }
    case .tap: return promise.tap(on: queue, flags: flags) { _ in ran() }
    case .recover:
      return promise.recover(on: queue, flags: flags) { error -> Promise<Int> in
        ran()
        throw error
      }
    case .recoverToGuarantee:
      return Promise(
        promise.recover(on: queue, flags: flags) { _ -> Guarantee<Int> in .value(pass(2)) })
    case .ensure: return promise.ensure(on: queue, flags: flags) { ran() }
    case .ensureThen:
      return promise.ensureThen(on: queue, flags: flags) {
        ran()
        return Guarantee<Void>.value
      }
    }
  }

  /// Whether the handler runs, given the default policy.
  func runs(after settlement: Settlement) -> Bool {
    switch self {
    case .map, .then, .compactMap, .done, .get: settlement == .fulfilled
    case .tap, .ensure, .ensureThen: true
    case .recover: settlement == .rejected
    case .recoverToGuarantee: settlement != .fulfilled
    }
  }

  /// The outcome of the derived promise.
  func outcome(after settlement: Settlement) -> Outcome {
    self == .recoverToGuarantee && settlement != .fulfilled ? .fulfilled(2) : settlement.outcome
  }

  /// Expects the handler to run once after the promise is settled, or not at all, and to be
  /// released.
  func expectPassing(_ settlement: Settlement, _ time: SettleTime, _ route: Route) async throws {
    let seen = Journal<Outcome>()
    let (promise, (derived, freed)) = try await time.observe(settlement) { promise in
      let derived = tracking { object in
        derive(from: promise, on: route.queue) {
          object.use()
          seen.write(promise.outcome)
        }
      }
      return (promise, derived)
    }
    #expect(await derived.settled() == outcome(after: settlement), "\(self)")
    try await freed.pass()
    #expect(seen.entries == (runs(after: settlement) ? [settlement.outcome] : []), "\(self)")
    withExtendedLifetime((promise, derived)) {}
  }
}
