// What a program of a limiter's visitors plays on.

#if DEBUG
  import AsyncPromisesSharing

  @testable import AsyncPromises

  /// A limiter, its visitors, and the rules that they obey in any order.
  ///
  /// `@unchecked Sendable`: only one logical thread runs at a time.
  final class PlaceStage: @unchecked Sendable {
    fileprivate let scenario: Scenario
    fileprivate let limiter: PromiseLimiter
    fileprivate var atWork: [PlaceVisitor] = []
    private var visitors: [PlaceVisitor] = []
    private var moments = 0

    init(_ scenario: Scenario, limit: Int) {
      (self.scenario, limiter) = (scenario, PromiseLimiter(limit: limit))
      scenario.afterwards { [self] in
        check()
        visitors = []
      }
    }

    func visitor(_ kind: PlaceVisitor.Kind) -> PlaceVisitor {
      visitors.append(PlaceVisitor(kind, on: self))
      return visitors[visitors.count - 1]
    }

    fileprivate func moment() -> Int {
      moments += 1
      return moments
    }

    // MARK: The rules

    fileprivate func checkWork() {
      if atWork.count > limiter.limit { scenario.note("N1: more work than there are places") }
      if atWork.count > 1, atWork.contains(where: { $0.kind == .barrier }) {
        scenario.note("N2: a barrier isn't alone")
      }
    }

    private func check() {
      if limiter.runningCount + limiter.waitingCount > 0 {
        scenario.note("N1: a place is lost")
      }
      for visitor in visitors where visitor.hasRun {
        if !visitor.hasHeard { scenario.note("N1: a visitor hears nothing") }
        guard let began = visitor.began else {
          if visitor.cancelled == nil { scenario.note("N1: a visitor is left out") }
          continue
        }
        if let cancelled = visitor.cancelled, cancelled < began {
          scenario.note("N1: a cancelled visitor gets a place")
        }
        for other in visitors where limiter.limit == 1 || [visitor, other].hasBarrier {
          guard let otherBegan = other.began, visitor.came < other.came else { continue }
          if otherBegan < visitor.ended { scenario.note("N1: a visitor overtakes") }
        }
      }
    }
  }

  /// One who works in a place of the limiter.
  final class PlaceVisitor: @unchecked Sendable {
    enum Kind: CaseIterable {
      /// The operation of a promise.
      case operation
      /// A task, which takes one place, or all.
      case task, barrier
    }

    let kind: Kind
    private unowned let stage: PlaceStage
    private var promise: Promise<Void>?
    private var task: Task<Void, Never>?
    private var hasReturned = false
    /// When it came to the limiter.
    fileprivate private(set) var came = 0
    fileprivate private(set) var cancelled: Int?
    fileprivate private(set) var began: Int?
    fileprivate private(set) var ended = 0

    fileprivate init(_ kind: Kind, on stage: PlaceStage) { (self.kind, self.stage) = (kind, stage) }

    func run() {
      if kind == .operation {
        came = stage.moment()
        promise = stage.limiter.run { [self] in await work() }
      } else {
        task = stage.scenario.task { [self] in
          came = stage.moment()
          if kind == .barrier {
            try? await stage.limiter.withAllPlaces { await work() }
          } else {
            try? await stage.limiter.withPlace { await work() }
          }
          hasReturned = true
        }
      }
    }

    /// Leaves, if it has been called.
    func cancel() {
      guard hasRun else { return }
      cancelled = stage.moment()
      promise?.cancel()
      task?.cancel()
    }

    private func work() async {
      if began != nil { stage.scenario.note("N1: a visitor works twice") }
      began = stage.moment()
      stage.atWork.append(self)
      stage.checkWork()
      await Task.yield()
      stage.atWork.removeAll { $0 === self }
      ended = stage.moment()
    }

    fileprivate var hasRun: Bool { promise != nil || task != nil }
    fileprivate var hasHeard: Bool { promise?.cell.settledRoot != nil || hasReturned }
  }

  extension [PlaceVisitor] {
    fileprivate var hasBarrier: Bool { contains { $0.kind == .barrier } }
  }
#endif
