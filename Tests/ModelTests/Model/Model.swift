// A model of the contract, simple enough to be checked by eye: promises without threads.
//
// It leaves open what the contract leaves open. An operation leads to a list of steps, and handlers
// of several promises may be due together: the model takes the first choice unless the caller
// chooses another one. The steps are in ModelSteps.swift, and timers are in ModelTimers.swift.

#if DEBUG
  import AsyncPromises

  struct Model: Hashable {
    enum Consumer: Hashable {
      case consumer(Int)
      case waiter(Int)
      /// A derived promise, which has a handler.
      case derived(Int)
      /// A promise that follows another.
      case bound(Int)
      case group(Int)
    }

    struct Promise: Hashable {
      var outcome: Outcome?
      /// Whether the promise itself was cancelled, not just rejected with a cancellation error.
      var wasCancelled = false
      var isBound = false
      var hasResolver = false
      var isReachable = true
      /// How many handlers wait for its cancellation.
      var cancelHandlers = 0
      /// In the order of registration.
      var consumers: [Consumer] = []
      /// The promises that it waits for as a consumer.
      var sources: [Int] = []
      /// The handler of a derived promise, and the promise that it is derived from.
      var handler: Handler?
      var origin: Int?
      var group: Group?
      var isShielded = false
      /// The work that the time limit applies to.
      var limited: Int?
      var timer: Timer?

      /// Whether there is work to stop when no consumers remain.
      var hasWork: Bool {
        !isShielded
          && (isBound || handler != nil || origin != nil || group != nil || timer != nil
            || cancelHandlers > 0)
      }
    }

    struct Group: Hashable {
      var kind: GroupKind
      var inputs: [Int]
      var losers: RemainingInputs
      var left: Int
    }

    struct Waiter: Hashable {
      var promise: Int
      /// Whether the cancellation of the waiter can stop the promise.
      var takes: Bool
      var isWaiting = false
      var isCancelled = false
      /// The outcome that it was notified of and will see when its task runs.
      var outcome: Outcome?
    }

    enum Step: Hashable {
      /// The consumers of a settled promise are notified.
      case tell(Int)
      /// A settled promise leaves the promises that it waited for.
      case leave(Int)
      /// A promise is abandoned if it has no consumers.
      case ask(Int)
      /// A handler has ended: the derived promise passes the outcome on.
      case pass(Int)
    }

    struct Rest: Hashable {
      var promise: Int
      var outcome: Outcome
      var consumers: [Consumer]
    }

    /// Work that runs in order: the handlers of one promise (B3), or the tasks that await one.
    enum Lane: Hashable {
      case handlers(Int)
      case waiters(Int)
      case cleanup(Int)
      case timer(Int)
    }

    struct Due: Hashable {
      var lane: Lane
      var numbers: [Int]
    }

    var promises: [Promise?] = []
    /// Whether the consumer has left.
    var consumers: [Int: Bool] = [:]
    var waiters: [Int: Waiter] = [:]
    var steps: [Step] = []
    /// Consumers that haven't been notified yet, because an earlier one has led to another step.
    var rests: [Rest] = []
    var lastStep: Step?
    var due: [Due] = []
    var isDraining = false
    /// The seconds that have passed.
    var now = 0
    /// Whether the operation runs cancellation handlers before it returns (E6). Other operations
    /// leave that to a job, which the next drain runs.
    var tellsAtOnce = false
    /// How many `onCancel` handlers of each promise run in the next drain.
    var cancellationsDue: [Int: Int] = [:]
    var answers: [Bool] = []
    var journals: [Journal] = []

    var view: View {
      View(
        answers: answers,
        outcomes: promises.map { $0?.isReachable == true ? $0?.outcome : nil },
        journals: journals, timers: isDraining ? promises.count { $0?.timer != nil } : nil)
    }

    subscript(number: Int) -> Promise? {
      promises.indices.contains(number) ? promises[number] : nil
    }

    func isReachable(_ numbers: Int...) -> Bool {
      numbers.allSatisfy { self[$0]?.isReachable == true }
    }

    // MARK: Operations

    /// Begins an operation, which ends when there are no more choices.
    mutating func begin(_ operation: Operation) {
      isDraining = operation == .drain
      if case .cancel = operation { tellsAtOnce = true } else { tellsAtOnce = isDraining }
      if isDraining {
        for (p, count) in cancellationsDue { journals[p].cancellations += count }
        cancellationsDue = [:]
      }
      perform(operation)
    }

    mutating func perform(_ operation: Operation) {
      switch operation {
      case .make(let new):
        _ = add(new, Promise(hasResolver: true))
      case .fulfil(let p, let value):
        resolve(p) { $0.settle(p, .value(value)) }
      case .reject(let p, let error):
        resolve(p) { $0.settle(p, .error(error)) }
      case .follow(let p, let inner):
        if isReachable(inner) { resolve(p) { $0.follow(p, inner) } }
      case .followAtLast(let p, let inner):
        perform(.follow(p, inner))
        perform(.dropResolver(p))
      case .cancel(let p):
        if isReachable(p) { answers.append(cancel(p)) }
      case .onCancel(let p):
        guard let promise = self[p], promise.hasResolver else { break }
        if promise.wasCancelled { journals[p].cancellations += 1 }  // E1: immediately
        if promise.outcome == nil { promises[p]?.cancelHandlers += 1 }
      case .dropResolver(let p):
        guard let promise = self[p], promise.hasResolver else { break }
        promises[p]?.hasResolver = false
        if !promise.isBound { _ = settle(p, .broken) }  // A4
      case .dropPromise(let p):
        if self[p] != nil { promises[p]?.isReachable = false }  // E3: nothing else
      case .derive(let new, let source, let handler): derive(new, from: source, handler)
      case .group(let new, let kind, let inputs, let losers): group(new, kind, inputs, losers)
      case .attach(let c, let p): attach(c, to: p)
      case .leave(let c):
        guard consumers[c] != true else { break }
        consumers[c] = true
        for p in promises.indices { remove(.consumer(c), from: p, byCancellation: true) }
      case .shield(let new, let source):
        guard isReachable(source), add(new, Promise(isShielded: true)) else { break }
        mirror(new, source)
      case .delay(let new, let seconds):
        if add(new, Promise()) { startTimer(of: new, seconds, .value(100 + new)) }
      case .timeout(let new, let source, let seconds):
        guard isReachable(source), add(new, Promise(limited: source)) else { break }
        mirror(new, source)
        startTimer(of: new, seconds, .timedOut)
      case .advance(let seconds): advance(by: seconds)
      case .wait(let w, let p): wait(w, for: p, takes: false)
      case .get(let w, let p): wait(w, for: p, takes: true)
      case .stopWaiting(let w):
        stopWaiting(w)
      case .drain:
        break
      }
    }

    mutating func add(_ new: Int, _ promise: Promise) -> Bool {
      guard self[new] == nil else { return false }
      while promises.count <= new {
        promises.append(nil)
        journals.append(Journal())
      }
      promises[new] = promise
      return true
    }

    /// Uses a resolver. A2: the first call wins.
    mutating func resolve(_ p: Int, _ body: (inout Model) -> Bool) {
      guard let promise = self[p], promise.hasResolver else { return }
      answers.append(promise.isBound ? false : body(&self))
    }

    /// A3.
    mutating func follow(_ p: Int, _ inner: Int) -> Bool {
      if self[p]?.outcome != nil {
        // E1 and E2: a promise that has already been cancelled withdraws from `inner`.
        if self[p]?.wasCancelled == true { steps.append(.ask(inner)) }
        return false
      }
      if let outcome = self[inner]?.outcome { return settle(p, outcome) }
      if p == inner { return settle(p, .cycle) }
      promises[p]?.isBound = true
      wait(p, for: inner, as: .bound(p))
      return true
    }

    /// Makes the promise settle like its source.
    mutating func mirror(_ new: Int, _ source: Int) {
      if let outcome = self[source]?.outcome {
        promises[new]?.outcome = outcome
      } else {
        wait(new, for: source, as: .bound(new))
      }
    }

    /// Whether the promise waits for a cycle, which only a cancellation ends.
    func waitsForRing(_ p: Int) -> Bool { sources(of: p).contains { sources(of: $0).contains($0) } }

    /// All promises that the promise waits for, however far upstream.
    func sources(of p: Int) -> Set<Int> {
      var rest = self[p]?.sources ?? []
      var met: Set<Int> = []
      while let source = rest.popLast() {
        if met.insert(source).inserted { rest += self[source]?.sources ?? [] }
      }
      return met
    }

    mutating func wait(_ p: Int, for source: Int, as consumer: Consumer) {
      promises[source]?.consumers.append(consumer)
      promises[p]?.sources.append(source)
    }

    mutating func derive(_ new: Int, from source: Int, _ handler: Handler) {
      if case .following(_, let p) = handler, !isReachable(p) { return }
      guard isReachable(source), add(new, Promise(handler: handler, origin: source)) else { return }
      if self[source]?.outcome == nil {
        wait(new, for: source, as: .derived(new))
      } else {
        enqueue(new, in: .handlers(source))
      }
    }

    mutating func attach(_ c: Int, to p: Int) {
      guard isReachable(p), consumers[c] == nil else { return }
      consumers[c] = false
      if let outcome = self[p]?.outcome {
        journals[p].consumers.append(.init(consumer: c, outcome: outcome))
      } else {
        promises[p]?.consumers.append(.consumer(c))
      }
    }

    private mutating func wait(_ w: Int, for p: Int, takes: Bool) {
      guard isReachable(p), waiters[w] == nil else { return }
      waiters[w] = Waiter(promise: p, takes: takes)
      enqueue(w, in: .waiters(p))
    }

    /// C2 and E3: the waiter is notified immediately. A waiter that only observes stops nothing.
    mutating func stopWaiting(_ w: Int) {
      guard let waiter = waiters[w], !waiter.isCancelled else { return }
      waiters[w]?.isCancelled = true
      guard waiter.isWaiting, waiter.outcome == nil else { return }
      remove(.waiter(w), from: waiter.promise, byCancellation: waiter.takes)
      told(w, .cancelled)
    }
  }

  extension Model {
    init(_ operations: [Operation]) {
      for operation in operations { finish(operation) }
    }

    /// Performs an operation to its end, and takes the first choice each time.
    mutating func finish(_ operation: Operation) {
      begin(operation)
      while choices > 0 { goOn() }
    }
  }
#endif
