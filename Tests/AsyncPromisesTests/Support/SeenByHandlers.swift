// The task-locals that handlers see, to test B9 with every handler and everything that makes one
// due.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport

/// The request that code is handling, as a server would log it.
enum Request {
  @TaskLocal static var id = "none"
}

/// A call that takes a handler.
struct HandlerCall: Sendable, CustomStringConvertible {
  let description: String
  /// The outcome that makes the handler due; `nil` if either does.
  let trigger: Settlement?
  /// The errors that make the handler due.
  var errors = ChainOperator.Errors.all
  /// Registers a handler that calls the function, and returns a promise that waits for it.
  let register: @Sendable (Promise<Int>, @escaping @Sendable () -> Void) -> Promise<Void>

  private init<T>(
    _ description: String, after trigger: Settlement? = nil,
    _ register: @escaping @Sendable (Promise<Int>, @escaping @Sendable () -> Void) -> Promise<T>
  ) {
    self.description = description
    self.trigger = trigger
    self.register = { register($0, $1).map { _ in } }
  }

  private init(_ link: ChainOperator) {
    self.init("\(link)", after: link.runsOnFulfilment && link.runsOnRejection ? nil : link.trigger)
    {
      link.handle($0, $1).recover { _ in 0 }
    }
    errors = link.errors
  }

  static var all: [HandlerCall] {
    ChainOperator.allCases.map { HandlerCall($0) } + ofValues + ofGroups + onActors
  }

  private static let ofValues: [HandlerCall] = [
    HandlerCall("map, async, that has waited", after: .fulfilled) { p, look in
      p.map(.async) { _ async in
        await Task.yield()
        look()
      }
    },
    HandlerCall("then that makes a promise", after: .fulfilled) { p, look in
      p.then { _ in Promise { look() } }
    },
    HandlerCall("the second link", after: .fulfilled) { p, look in
      p.map { $0 + 1 }.map { _ in look() }
    },
  ]

  private static let ofGroups: [HandlerCall] =
    GroupKind.allCases.map { kind in
      HandlerCall("\(kind)") { p, look in
        kind.first(of: [p]).finally { look() }.recover { _ in 0 }
      }
    } + [
      HandlerCall("progress", after: .fulfilled) { p, look in
        Promise.map([p], progress: { _ in look() }) { try await $0.value }
      },
      HandlerCall("progress of all", after: .fulfilled) { p, look in
        Promise.all([p], progress: { _ in look() })
      },
      HandlerCall("progress of allSettled") { p, look in
        Promise.allSettled([p], progress: { _ in look() })
      },
    ]

  private static let onActors: [HandlerCall] = [
    HandlerCall("map on the main actor", after: .fulfilled) { p, look in
      p.map { @MainActor _ in
        MainActor.preconditionIsolated()
        look()
      }
    },
    HandlerCall("map on the main actor, async", after: .fulfilled) { p, look in
      p.map(.async) { @MainActor _ async in
        MainActor.preconditionIsolated()
        look()
      }
    },
    HandlerCall("whenSettled on an actor") { p, look in
      Promise<Void> { end in
        p.whenSettled { @TestActor _ in
          TestActor.preconditionIsolated()
          look()
          end.fulfill()
        }
      }
    },
  ]
}

/// An event that makes a handler due, in a different request from the registering code's.
enum Settler: CaseIterable, Sendable {
  case fulfils
  case rejects
  case cancels
  case follows
  /// Advances the clock of a time limit.
  case timesOut
  /// Settles the promise in a handler.
  case handles
  /// Returns from the promise's operation.
  case works
  /// Registers the handler itself, with a promise that is already settled.
  case registersLate

  /// Whether the handler becomes due.
  func makesDue(_ call: HandlerCall) -> Bool {
    switch self {
    case .rejects: call.trigger != .fulfilled
    case .cancels: call.trigger != .fulfilled && call.errors == .all
    case .timesOut: call.trigger != .fulfilled && call.errors != .ofOneType
    default: call.trigger != .rejected
    }
  }

  /// Registers a handler and makes it due.
  func settle(_ register: (Promise<Int>) -> Promise<Void>) async -> Promise<Void> {
    let (promise, resolver) = Promise<Int>.pending()
    let clock = ManualClock()
    let (turn, begin) = Promise<Void>.pending()
    let source: Promise<Int> =
      switch self {
      case .timesOut: promise.timeout(after: .seconds(1), clock: clock)
      case .works:
        Promise {
          try await turn.value
          return Request.$id.withValue("settler") { resolver.fulfill(1) ? 1 : 0 }
        }
      default: promise
      }
    let end = self == .registersLate ? nil : register(source)
    return await Request.$id.withValue("settler") {
      switch self {
      case .fulfils, .registersLate: resolver.fulfill(1)
      case .rejects: resolver.reject(TestError.first)
      case .cancels: promise.cancel()
      case .follows: resolver.follow(.fulfilled(1))
      case .timesOut: await clock.advance(by: .seconds(1))
      case .handles: turn.done { Request.$id.withValue("settler") { _ = resolver.fulfill(1) } }
      case .works: break
      }
      begin.fulfill()
      return end ?? register(source)
    }
  }
}
