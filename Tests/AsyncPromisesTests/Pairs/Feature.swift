// What the contract promises about one consumer, one thread or one source at a time, as features
// that act on the same load. `PairTests` combines each two of them.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import Testing

/// One promise of the contract, acting on a load.
enum Feature: String, CaseIterable, CustomTestStringConvertible {
  // Where the promise comes from.
  case binding = "A3: it is bound while consumers come"
  case shield = "E3: it is shielded"
  case group = "F E4: it decides a race"
  case limit = "G2: it has a time limit"
  case delay = "G1 G5: it is delayed, by a clock whose time stands still"
  case attempt = "G3: it is an attempt's"
  case link = "B4 B7: it passes a handler"
  // What a second thread does meanwhile.
  case leaving = "E2: consumers leave"
  case waiting = "C2: tasks wait, and are cancelled"
  case raising = "C4: tasks of higher priority wait"
  case listing = "H3: pending promises are listed"
  case registering = "B3: other consumers come"
  // What its handlers are.
  case long = "B10: handlers outlast their turn"
  case changing = "B10: handlers cancel their task"
  case nested = "B3 B1: handlers register others"
  case asynchronous = "B8: handlers are asynchronous"
  case facade = "B3: handlers of a queue, and inline ones, come between"

  var testDescription: String { rawValue }

  /// Whether the feature changes what consumers wait for.
  var isSource: Bool {
    switch self {
    case .binding, .shield, .group, .limit, .delay, .attempt, .link: true
    default: false
    }
  }

  /// Pairs that can't meet, with the reason.
  static func reason(whyNot a: Feature, _ b: Feature) -> String? {
    switch (a, b) {
    case (.asynchronous, .changing), (.changing, .asynchronous):
      "An asynchronous handler has a task of its own, so it changes no other's."
    default: nil
    }
  }

  static var pairs: [[Feature]] {
    let all = allCases.enumerated().flatMap { index, first in
      allCases.dropFirst(index).map { first == $0 ? [first] : [first, $0] }
    }
    return all.filter { $0.count == 1 || reason(whyNot: $0[0], $0[1]) == nil }
  }
}

/// A clock whose sleeps return at once, while its time stands still.
struct StandingClock: Clock {
  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

/// Registers a handler of an isolation from outside of it.
///
/// - Parameter register: forms the handler. It doesn't enter the isolation.
func elsewhere(
  _ place: (any Actor)?, _ register: @escaping (_ place: isolated (any Actor)?) -> Void
) {
  struct Isolated {
    let call: (isolated (any Actor)?) -> Void
  }
  struct Anywhere {
    let call: ((any Actor)?) -> Void
  }
  // SAFETY: an isolated parameter is passed like any other, and only the handler uses it.
  unsafeBitCast(Isolated(call: register), to: Anywhere.self).call(place)
}
