// The rules that every program obeys, whatever it does.

#if DEBUG
  @testable import AsyncPromises

  extension Stage {
    /// Checks the rules when all threads and jobs have ended.
    func checkAtRest() {
      for subject in subjects {
        checkWinners(of: subject)
        checkCount(of: subject)
        checkWork(of: subject)
      }
      checkOrder()
    }

    /// Checks the rules when every promise has had to settle.
    func checkAtEnd() {
      for subject in subjects {
        subject.owesValue = owesValue(subject)
        // One that follows has its value from another promise, which may keep it, and which may
        // have given it to the same group. A promise that was settled before it was bound takes
        // no value.
        let isTakenElsewhere =
          subject.inner != nil
          && consumers(of: subject).allSatisfy { $0.kind == .group || $0.hasLeft(subject) }
        let isBoundInVain = subjects.contains { $0.inner === subject && !$0.isBound }
        subject.mayReport =
          subject.cell == nil
          || subject.hasStopper
            && (isTakenElsewhere || isBoundInVain || isLeft(subject, orLookedAt: true))
        if let seen = subject.seen, subject.cell != nil, subject.outcome?.fact != seen {
          blame("A1: a settled promise changes")
        }
      }
      for consumer in consumers { checkHearing(of: consumer) }
    }

    // MARK: A1, A2: one call settles a promise, for ever

    private func checkWinners(of subject: StagedPromise) {
      if subject.winners.count > 1 { blame("A2: two calls win") }
      guard subject.winners.contains("settle"), let outcome = subject.outcome else { return }
      if case .failure = outcome { blame("A2: the call that wins does not decide the outcome") }
    }

    // MARK: Every consumer hears once, or has left

    private func checkHearing(of consumer: StagedConsumer) {
      if consumer.told.count > 1 { blame("B: a consumer hears twice") }
      switch consumer.state {
      case .living: blame("A1: a consumer hears nothing")
      case .heard where consumer.kind.hasHandler && consumer.told.isEmpty:
        blame("B: a handler is left out")
      case .left where !consumer.leaving.hasBegun:
        blame("E2: a consumer is made to leave")
      case .left where consumer.kind.isWaiter && !consumer.told.isEmpty:
        blame("C2: a consumer hears and has left")
      default: break
      }
    }

    // MARK: E2: the counts are the numbers of living consumers

    private func checkCount(of subject: StagedPromise) {
      guard let root = subject.cell?.root, !root.isSettledItself else { return }
      let expected = consumers(of: subject).count { $0.isLiving } + followers(of: subject).count
      if root.marks.consumerCount != expected {
        blame("E2: the count is not that of the living consumers")
      }
    }

    func consumers(of subject: StagedPromise) -> [StagedConsumer] {
      consumers.filter { $0.subjects.contains { $0 === subject } }
    }

    /// The promises that follow this one and are pending.
    private func followers(of subject: StagedPromise) -> [StagedPromise] {
      subjects.filter {
        $0.inner === subject && $0.isBound && $0.cell?.isSettled == false
      }
    }

    // MARK: E2, E3: work is stopped if and only if its last consumer has left

    private func checkWork(of subject: StagedPromise) {
      guard let cell = subject.cell else { return }
      let leavers = leavers(of: subject)
      switch cell.settledRoot {
      case nil:
        if let last = leavers.map(\.began).max(), subject.workBegan < last, isLeft(subject) {
          blame("E2: work goes on that all consumers have left")
        }
      case let root?:
        let isStopped = root.wasCancelled
        if subject.kind != .operation, subject.told != (isStopped && subject.hasStopper ? 1 : 0) {
          blame("E1: the work is told \(subject.told) times to stop")
        }
        // The mark alone stops nothing: something else may have settled the promise before.
        guard root.marks.has(.abandoned),
          ValueCell<StagedValue>.outcome(of: root).fact == "abandoned"
        else { break }
        if leavers.isEmpty { blame("E2: work is stopped that nobody has left") }
        let first = leavers.map(\.began).min() ?? 0
        let misses = consumers(of: subject).contains {
          $0.attaching.ended < first && $0.hasSurelyHeard(of: subject)
        }
        if misses { blame("E2: work is stopped that a consumer wants") }
      }
    }

    /// The calls by which consumers of a promise, or of one that follows it, leave.
    private func leavers(of subject: StagedPromise) -> [Moments] {
      let outers = subjects.filter { $0.inner === subject && $0.hasCome }
      return consumers(of: subject).filter(\.hasWithdrawn)
        .map(\.leaving).filter(\.hasBegun)
        + outers.flatMap { $0.cancellation ?? leavers(of: $0) }
    }

    /// Whether consumers have come, and all have left, as those do that own what they leave.
    ///
    /// - Parameter doesLook: whether others count, too: waiters that only look, decided groups.
    private func isLeft(_ subject: StagedPromise, orLookedAt doesLook: Bool = false) -> Bool {
      let own = consumers(of: subject).filter { $0.attaching.hasBegun }
      let outers = subjects.filter { $0.inner === subject && $0.hasCome }
      return !(own.isEmpty && outers.isEmpty)
        && own.allSatisfy { $0.hasLeft(subject) && ($0.leavesByRight || doesLook) }
        && outers.allSatisfy { $0.cell?.isCancelled == true }
    }

    // MARK: H1: a value is delivered, late, or reported

    /// Whether the promise has a value that no consumer has got: that of an operation, or that of
    /// work that all have left. Gates, and work that nobody came for, keep theirs.
    private func owesValue(_ subject: StagedPromise) -> Bool {
      guard subject.inner == nil else { return false }
      let outers = subjects.filter { $0.inner === subject }
      let takers = ([subject] + outers).flatMap(consumers(of:))
      if takers.contains(where: { $0.hasHeard(of: subject) }) { return false }
      if subject.kind == .operation { return true }
      guard case .success? = subject.outcome else { return false }
      return subject.isDoneByWork && isLeft(subject, orLookedAt: true)
    }

    /// Checks the rules of values when nothing is left.
    func checkValues() {
      let late = subjects.reduce(0) { $0 + $1.late }
      if subjects.contains(where: { $0.late > 1 }) { blame("H1: a value comes late twice") }
      if subjects.contains(where: { $0.owesValue || $0.hasLost }) {
        if late + log.lateWork + log.redundantSettles == 0 { blame("H1: a value goes nowhere") }
      } else if late > 0 {
        blame("H1: a value that a consumer got comes late")
      } else if log.lateWork > 0, !subjects.contains(where: \.mayReport) {
        blame(Self.falseReport)
      }
    }

    static let falseReport = "H1: a value that a consumer got is reported as late"

    // MARK: B3: handlers of one isolation start in the order of attachment

    /// The explorer starts tasks in any order, also those of one actor, so handlers on actors are
    /// not compared.
    private func checkOrder() {
      for first in consumers {
        for second in consumers
        where first.kind == second.kind && first.kind != .actor
          && first.subjects[0] === second.subjects[0]
          && first.attaching.isOver(before: second.attaching)
        {
          guard let one = first.starts.first, let other = second.starts.first else { continue }
          if one > other { blame("B3: a handler overtakes") }
        }
      }
    }
  }

  extension StagedConsumer {
    fileprivate var isLiving: Bool { if case .living = state { true } else { false } }

    /// Whether the promise's outcome has reached it. A group may have heard that of another input.
    fileprivate func hasHeard(of subject: StagedPromise) -> Bool {
      if kind.hasHandler { return told.contains(where: subject.has) }
      return if case .heard(let outcome) = state { subject.has(outcome) } else { false }
    }

    /// The same, unless it may have been another input with an equal outcome.
    fileprivate func hasSurelyHeard(of subject: StagedPromise) -> Bool {
      guard case .heard(let outcome) = state else { return hasHeard(of: subject) }
      return hasHeard(of: subject)
        && subjects.allSatisfy { $0 === subject || !$0.has(outcome) }
    }

    fileprivate func hasLeft(_ subject: StagedPromise) -> Bool {
      switch state {
      case .left: true
      case .heard: !hasHeard(of: subject)
      case .living, .notAttached: false
      }
    }

    /// Whether it has left as one that owns what it leaves.
    fileprivate var leavesByRight: Bool {
      if kind != .waiter, case .left = state { true } else { false }
    }
  }

  extension StagedPromise {
    /// The call that has cancelled it, unless its consumers had left before.
    fileprivate var cancellation: [Moments]? {
      let isAbandoned = cell?.settledRoot?.marks.has(.abandoned) == true
      return cancelling.hasBegun && !isAbandoned ? [cancelling] : nil
    }

    fileprivate var hasStopper: Bool { gotWork.hasBegun }

    /// Whether there was something to stop until the promise was settled.
    fileprivate var isDoneByWork: Bool { gotWork.isOver(before: settling) }

    fileprivate var isBound: Bool { winners.contains("bind") }

    /// Whether it is a consumer of the promise that it was to follow. One that was settled before,
    /// by anything but a cancellation, has not come.
    fileprivate var hasCome: Bool { isBound || cell?.isCancelled == true }

    /// When there was something to stop: a cancellation handler, an operation, or another promise.
    fileprivate var workBegan: Int { min(gotWork.ended, binding.ended) }
  }
#endif
