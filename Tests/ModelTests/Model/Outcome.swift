// The operations of a program and what can be seen of them: the vocabulary that the model and the
// library share.

#if DEBUG
  import AsyncPromises
  #if canImport(TestSupport)
    import TestSupport
  #endif

  /// The outcome of a promise. A value is an outcome, too, so that all promises have the same type.
  enum Outcome: Hashable, Sendable, CustomStringConvertible {
    case value(Int)
    /// The outcomes that `all` and `allSettled` collect.
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
    /// Returns a new value, if the operator uses its handler's result.
    case link(ChainOperator)
    case throwing(ChainOperator)
    /// Returns a promise, which the derived one follows.
    case following(ChainOperator, Int)
    /// Performs an operation before it ends.
    case tap(Operation)
    /// The seconds after which the derived promise is fulfilled with the value.
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
    /// The operators that derive a promise of the same type, without a separate task.
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

  /// One step of a program, which numbers its promises, consumers and waiters. A step does nothing
  /// if it uses something that doesn't exist, or creates something that already exists.
  enum Operation: Hashable, Sendable {
    case make(Int)
    case fulfil(Int, Int)
    case reject(Int, Int)
    case follow(Int, Int)
    /// Follows through the last copy of the resolver, which is then released.
    case followAtLast(Int, Int)
    case cancel(Int)
    case onCancel(Int)
    case dropResolver(Int)
    case dropPromise(Int)
    case derive(Int, from: Int, Handler)
    /// `allSettled` always leaves its inputs, because it has no losers.
    case group(Int, GroupKind, of: [Int], losers: RemainingInputs)
    /// A consumer that is notified synchronously, like a derived promise without a handler.
    case attach(Int, to: Int)
    /// The consumer leaves like a cancelled derived promise.
    case leave(Int)
    /// A shielded promise, whose consumers can leave without stopping the work.
    case shield(Int, Int)
    /// A promise that is fulfilled after some seconds, a time limit of some seconds for
    /// another promise, and the passage of some seconds.
    case delay(Int, Int)
    case timeout(Int, Int, Int)
    case advance(Int)
    /// A task that observes a promise, one that awaits `get()`, and the cancellation of either.
    case wait(Int, for: Int)
    case get(Int, Int)
    case stopWaiting(Int)
    /// Handlers and tasks run until none are left.
    case drain
  }

  /// The notifications of the consumers of one promise, in order for each kind.
  struct Journal: Hashable, Sendable, CustomStringConvertible {
    struct Entry: Hashable, Sendable, CustomStringConvertible {
      var consumer: Int
      /// The outcome that it received; `finally` receives none.
      var outcome: Outcome?

      var description: String { "\(consumer) \(outcome.map { "\($0)" } ?? "")" }
    }

    var consumers: [Entry] = []
    var handlers: [Entry] = []
    var waiters: [Entry] = []
    /// How many `onCancel` handlers have run.
    var cancellations = 0
    /// How many handlers, including those of `onCancel`, have seen a task-local of the code that
    /// triggered or registered them. B9: none.
    var strangers = 0

    var description: String {
      "consumers \(consumers), handlers \(handlers), waiters \(waiters), "
        + "\(cancellations) of onCancel, \(strangers) saw a request"
    }
  }

  /// Everything that can be seen after an operation.
  struct View: Hashable, Sendable {
    /// The answers of all calls so far: whether each settled or bound the promise.
    var answers: [Bool] = []
    /// By the number of the promise; `nil` for one that is pending or can't be reached.
    var outcomes: [Outcome?] = []
    var journals: [Journal] = []
    /// How many timers are waiting; `nil` between drains, when some may be about to be stopped.
    var timers: Int?
    /// How many user objects have been freed while the library held something. B5: none.
    var intrusions = 0
  }
#endif
