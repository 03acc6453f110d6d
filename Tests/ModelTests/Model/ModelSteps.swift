// The steps that an operation of the model leads to.

#if DEBUG
  import AsyncPromises
  #if canImport(TestSupport)
    import TestSupport
  #endif

  extension Model {
    /// The number of ways in which the model can continue; zero when nothing is left to do.
    var choices: Int {
      if !steps.isEmpty || !rests.isEmpty { return steps.count + (rests.isEmpty ? 0 : 1) }
      if lastStep != nil { return 1 }
      guard isDraining else { return 0 }
      return due.contains(where: isToldOnly) ? 1 : due.count
    }

    /// A task that wakes up only reads the outcome it was notified of, so it runs first.
    func isToldOnly(_ due: Due) -> Bool {
      guard case .waiters = due.lane else { return false }
      return waiters[due.numbers[0]]?.isWaiting == true
    }

    mutating func goOn(_ choice: Int = 0) {
      if choice < steps.count { return take(steps.remove(at: choice)) }
      if !rests.isEmpty { return tellRest() }
      if let step = lastStep {
        lastStep = nil
        return take(step)
      }
      let index = due.firstIndex(where: isToldOnly) ?? choice
      let lane = due[index].lane
      let next = due[index].numbers.removeFirst()
      if due[index].numbers.isEmpty { due.remove(at: index) }
      switch lane {
      case .handlers(let source): runHandler(of: next, source)
      case .waiters: runWaiter(next)
      case .timer(let p): timerFires(of: p)
      case .cleanup(let source): journals[source].handlers.append(.init(consumer: next))
      }
    }

    mutating func enqueue(_ number: Int, in lane: Lane) {
      if let index = due.firstIndex(where: { $0.lane == lane }) {
        due[index].numbers.append(number)
      } else {
        due.append(Due(lane: lane, numbers: [number]))
      }
    }

    // MARK: Settling

    /// A1: only once. Steps do the rest.
    mutating func settle(_ p: Int, _ outcome: Outcome, byCancellation: Bool = false) -> Bool {
      guard let promise = self[p], promise.outcome == nil else { return false }
      promises[p]?.outcome = outcome
      promises[p]?.wasCancelled = byCancellation
      promises[p]?.timer = nil
      if !promise.consumers.isEmpty || promise.cancelHandlers > 0 { steps.append(.tell(p)) }
      if !promise.sources.isEmpty || promise.group?.losers == .cancel { steps.append(.leave(p)) }
      return true
    }

    mutating func cancel(_ p: Int) -> Bool { settle(p, .cancelled, byCancellation: true) }

    /// E2 and E3.
    mutating func stopIfAbandoned(_ p: Int) {
      guard let promise = self[p], promise.consumers.isEmpty, promise.hasWork else { return }
      _ = settle(p, .abandoned, byCancellation: true)
    }

    mutating func remove(_ consumer: Consumer, from p: Int, byCancellation: Bool) {
      guard let index = self[p]?.consumers.firstIndex(of: consumer) else { return }
      promises[p]?.consumers.remove(at: index)
      if byCancellation { stopIfAbandoned(p) }
    }

    mutating func take(_ step: Step) {
      switch step {
      case .tell(let p): tell(p)
      case .leave(let p): leave(p)
      case .ask(let p): stopIfAbandoned(p)
      case .pass(let p):
        guard let outcome = self[self[p]?.origin ?? p]?.outcome else { break }
        _ = settle(p, outcome)
      }
    }

    mutating func tell(_ p: Int) {
      guard let promise = self[p], let outcome = promise.outcome else { return }
      promises[p]?.consumers = []
      if promise.wasCancelled {
        if !tellsAtOnce {
          cancellationsDue[p, default: 0] += promise.cancelHandlers
        } else {
          journals[p].cancellations += promise.cancelHandlers  // E1
        }
      }
      rests.append(Rest(promise: p, outcome: outcome, consumers: promise.consumers))
      tellRest()
    }

    /// B3: consumers in order, each after everything that the previous one has led to.
    mutating func tellRest() {
      guard var rest = rests.popLast() else { return }
      while !rest.consumers.isEmpty {
        let count = steps.count
        tell(rest.consumers.removeFirst(), that: rest.promise, rest.outcome)
        if steps.count > count, !rest.consumers.isEmpty { return rests.append(rest) }
      }
    }

    mutating func tell(_ consumer: Consumer, that p: Int, _ outcome: Outcome) {
      switch consumer {
      case .consumer(let c): journals[p].consumers.append(.init(consumer: c, outcome: outcome))
      case .waiter(let w): told(w, outcome)
      case .derived(let d):
        promises[d]?.sources = []
        enqueue(d, in: .handlers(p))
      case .bound(let outer):
        promises[outer]?.sources = []
        _ = settle(outer, outcome)
      case .group(let group):
        if let index = self[group]?.sources.firstIndex(of: p) {
          promises[group]?.sources.remove(at: index)
        }
        inputSettled(of: group, outcome)
      }
    }

    /// E2 and E4.
    mutating func leave(_ p: Int) {
      guard let promise = self[p] else { return }
      promises[p]?.sources = []
      if let group = promise.group, group.losers == .cancel {
        for input in group.inputs { _ = cancel(input) }
      }
      for source in promise.sources {
        for consumer in [Consumer.derived(p), .bound(p), .group(p)] {
          guard self[source]?.consumers.contains(consumer) == true else { continue }
          let isOver = promise.wasCancelled || promise.limited != nil
          remove(consumer, from: source, byCancellation: isOver)
          break
        }
      }
      guard let source = promise.sources.first, let handler = promise.handler else { return }
      promises[p]?.handler = nil
      // A cleanup still runs.
      if handler.isCleanup { enqueue(p, in: .cleanup(source)) }
    }

    // MARK: Groups

    mutating func group(_ new: Int, _ kind: GroupKind, _ inputs: [Int], _ losers: RemainingInputs) {
      let group = Group(kind: kind, inputs: inputs, losers: losers, left: inputs.count)
      guard inputs.allSatisfy({ isReachable($0) }), add(new, Promise(group: group)) else { return }
      if inputs.isEmpty {
        _ = settle(new, kind == .all || kind == .allSettled ? .values([]) : .emptyGroup)
      }
      for input in inputs where self[new]?.outcome == nil {
        if let outcome = self[input]?.outcome {
          inputSettled(of: new, outcome)
        } else {
          wait(new, for: input, as: .group(new))
        }
      }
    }

    /// F.
    mutating func inputSettled(of p: Int, _ outcome: Outcome) {
      guard let group = self[p]?.group else { return }
      let left = group.left - 1
      promises[p]?.group?.left = left
      let outcomes = group.inputs.compactMap { self[$0]?.outcome }
      switch group.kind {
      case .race: _ = settle(p, outcome)
      case .all where !outcome.isFulfilled: _ = settle(p, outcome)
      case .any where outcome.isFulfilled: _ = settle(p, outcome)
      case .any: if left == 0 { _ = settle(p, .noneFulfilled(outcomes)) }
      case .all, .allSettled: if left == 0 { _ = settle(p, .values(outcomes)) }
      }
    }

    // MARK: Handlers and tasks

    /// B7, B8; a handler of a promise that has since been cancelled is skipped.
    mutating func runHandler(of d: Int, _ source: Int) {
      guard let derived = self[d], let handler = derived.handler,
        let outcome = self[source]?.outcome
      else { return }
      promises[d]?.handler = nil
      guard derived.outcome == nil || handler.isCleanup else { return }
      guard handler.link?.isCalled(for: outcome) ?? outcome.isFulfilled else {
        return _ = settle(d, outcome)
      }
      if case .delay(let seconds) = handler { return startTimer(of: d, seconds, outcome) }
      journals[source].handlers.append(
        .init(consumer: d, outcome: handler.isCleanup ? nil : outcome))
      switch handler {
      case .link(let link): _ = settle(d, link.isReplacing ? .value(100 + d) : outcome)
      case .throwing: _ = settle(d, .error(100 + d))
      case .following(_, let inner): _ = follow(d, inner)
      case .tap(let operation):
        lastStep = .pass(d)
        perform(operation)
      case .delay: break
      }
    }

    mutating func told(_ w: Int, _ outcome: Outcome) {
      waiters[w]?.outcome = outcome
      if let p = waiters[w]?.promise { enqueue(w, in: .waiters(p)) }
    }

    /// The task of a waiter runs: it begins to wait, or ends. C1: the outcome of a promise that is
    /// already settled is seen even in a cancelled task.
    mutating func runWaiter(_ w: Int) {
      guard let waiter = waiters[w] else { return }
      let p = waiter.promise
      let seen = waiter.isWaiting ? waiter.outcome : self[p]?.outcome
      if let outcome = seen ?? (waiter.isCancelled ? .cancelled : nil) {
        journals[p].waiters.append(.init(consumer: w, outcome: outcome))
        // The waiter leaves, although it was never attached.
        if waiter.takes, seen == nil { steps.append(.ask(p)) }
      } else {
        waiters[w]?.isWaiting = true
        promises[p]?.consumers.append(.waiter(w))
      }
    }
  }

  extension Handler {
    /// Whether the handler is a cleanup, which a cancellation doesn't skip.
    fileprivate var isCleanup: Bool { link?.argument == .nothing }
  }
#endif
