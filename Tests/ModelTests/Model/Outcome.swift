// What a program does with promises, and what can be seen of it: the words that the model and the
// library share.

#if DEBUG
  import AsyncPromises
  #if canImport(TestSupport)
    import TestSupport
  #endif

  /// What a promise settles with. A value is an outcome too, so that all promises have one type.
  enum Outcome: Hashable, Sendable, CustomStringConvertible {
    case value(Int)
    /// What `all` and `allSettled` collect.
    case values([Outcome])
    case error(Int)
    case noneFulfilled([Outcome])
    case cancelled, abandoned, cycle, broken, emptyGroup, timedOut

    var isFulfilled: Bool {
      switch self {
      case .value, .values: true
      default: false
      }
    }

    var description: String {
      switch self {
      case .value(let value): "value(\(value))"
      case .values(let values): "values(\(values))"
      case .error(let error): "error(\(error))"
      case .noneFulfilled(let errors): "noneFulfilled(\(errors))"
      case .cancelled: "cancelled"
      case .abandoned: "abandoned"
      case .cycle: "cycle"
      case .broken: "broken"
      case .emptyGroup: "emptyGroup"
      case .timedOut: "timedOut"
      }
    }
  }

  /// The operators that derive a promise, and how their handlers end.
  indirect enum Handler: Hashable, Sendable {
    /// Ends with a value of its own, if the operator takes one.
    case link(ChainOperator)
    case throwing(ChainOperator)
    /// Returns a promise, which the derived one follows.
    case following(ChainOperator, Int)
    /// Does something with promises before it ends.
    case tap(Operation)
    /// So many seconds; the derived promise has the value then.
    case delay(Int)
  }

  extension Handler {
    /// The operator; `nil` for a delay.
    var link: ChainOperator? {
      switch self {
      case .link(let link), .throwing(let link), .following(let link, _): link
      case .tap: .tap
      case .delay: nil
      }
    }
  }

  extension ChainOperator {
    /// Those that derive a promise of the same type, without a task of their own.
    static let modelled = allCases.filter { !$0.isAsynchronous && !$0.endsChain && !$0.dropsValue }

    /// Whether the handler is called with the outcome.
    func isCalled(for outcome: Outcome) -> Bool {
      if outcome.isFulfilled { return runsOnFulfilment }
      guard runsOnRejection else { return false }
      switch errors {
      case .all: return true
      case .ofOneType: if case .error = outcome { return true } else { return false }
      case .exceptCancellation: return outcome != .cancelled
      }
    }
  }

  enum GroupKind: CaseIterable, Hashable, Sendable {
    case all, allSettled, any, race
  }

  /// One step of a program. Promises, consumers and waiters have numbers that the program gives
  /// them. A step that names one which doesn't exist, or exists already, does nothing.
  enum Operation: Hashable, Sendable {
    case make(Int)
    case fulfil(Int, Int)
    case reject(Int, Int)
    case follow(Int, Int)
    /// The same by the last copy of the resolver, which goes away then.
    case followAtLast(Int, Int)
    case cancel(Int)
    case onCancel(Int)
    case dropResolver(Int)
    case dropPromise(Int)
    case derive(Int, from: Int, Handler)
    /// `allSettled` always leaves its inputs, because it has no losers.
    case group(Int, GroupKind, of: [Int], losers: RemainingInputs)
    /// A consumer that is told in place, as a derived promise without a handler is.
    case attach(Int, to: Int)
    /// The consumer leaves as a derived promise does that is cancelled.
    case leave(Int)
    /// A promise whose consumers come and go.
    case shield(Int, Int)
    /// A promise whose value comes in so many seconds, one that has as long to settle like another,
    /// and a time that passes.
    case delay(Int, Int)
    case timeout(Int, Int, Int)
    case advance(Int)
    /// A task that looks at a promise, one that takes it, and the cancellation of either.
    case wait(Int, for: Int)
    case get(Int, Int)
    case stopWaiting(Int)
    /// Handlers and tasks run, until none is left.
    case drain
  }

  /// What the consumers of one promise were told, each kind in order.
  struct Journal: Hashable, Sendable, CustomStringConvertible {
    struct Entry: Hashable, Sendable, CustomStringConvertible {
      var consumer: Int
      /// What it was told; `finally` is told nothing.
      var outcome: Outcome?

      var description: String { "\(consumer) \(outcome.map { "\($0)" } ?? "")" }
    }

    var consumers: [Entry] = []
    var handlers: [Entry] = []
    var waiters: [Entry] = []
    /// How many handlers that were given to `onCancel` have run.
    var cancellations = 0
    /// How many handlers, those of `onCancel` too, have seen a task-local of the code that made
    /// them due, or registered them: none, says B9.
    var strangers = 0

    var description: String {
      "consumers \(consumers), handlers \(handlers), waiters \(waiters), "
        + "\(cancellations) of onCancel, \(strangers) saw a request"
    }
  }

  /// All that can be seen after an operation.
  struct View: Hashable, Sendable {
    /// What every call so far has answered: whether it settled, or bound, the promise.
    var answers: [Bool] = []
    /// By the number of the promise; nothing for one that is pending or can't be reached.
    var outcomes: [Outcome?] = []
    var journals: [Journal] = []
    /// How many timers wait; nothing between drains, where some may be about to be stopped.
    var timers: Int?
    /// How many objects of the user's have been freed while the library held something: none, says
    /// B5.
    var intrusions = 0
  }
#endif
