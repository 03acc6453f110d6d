// The operators that derive a promise, for tests of what they have in common.

import Dispatch
import GooglePromisesCompat

enum Operation: CaseIterable, Sendable {
  case thenPromise, thenValue, thenVoid, `catch`, always, recoverPromise, recoverValue, validate
  case reduce

  /// Derives a promise whose handler calls `ran` and, if possible, passes the outcome on.
  func derive(
    from promise: Promise<Int>, on queue: DispatchQueue = .promises, _ ran: @escaping () -> Void
  ) -> Promise<Int> {
    func pass(_ value: Int) -> Int {
      ran()
      return value
    }
    switch self {
    case .thenPromise: return promise.then(on: queue) { Promise(pass($0)) }
    case .thenValue: return promise.then(on: queue) { pass($0) }
    case .thenVoid: return promise.then(on: queue) { _ in ran() }
    case .catch: return promise.catch(on: queue) { _ in ran() }
    case .always: return promise.always(on: queue) { ran() }
    case .recoverPromise:
      return promise.recover(on: queue) { error -> Promise<Int> in
        ran()
        return Promise(error)
      }
    case .recoverValue:
      return promise.recover(on: queue) { error -> Int in
        ran()
        throw error
      }
    case .validate: return promise.validate(on: queue) { pass($0) == $0 }
    case .reduce: return promise.reduce(on: queue, [0]) { value, _ in Promise(pass(value)) }
    }
  }

  /// Whether the handler runs.
  func runs(after settlement: Settlement) -> Bool {
    switch self {
    case .thenPromise, .thenValue, .thenVoid, .validate, .reduce: settlement == .fulfilled
    case .catch, .recoverPromise, .recoverValue: settlement != .fulfilled
    case .always: true
    }
  }
}
