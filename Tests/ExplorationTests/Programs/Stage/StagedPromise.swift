// A promise of a program, and what threads do with it.

#if DEBUG
  @testable import AsyncPromises

  final class StagedPromise: @unchecked Sendable {
    let kind: SmallProgram.Kind
    private unowned let stage: Stage
    private let log: Log
    private(set) var promise: Promise<StagedValue>?
    private var resolver: Resolver<StagedValue>?
    private weak var weakCell: ValueCell<StagedValue>?

    // MARK: What has happened

    private(set) var settling = Moments()
    private(set) var cancelling = Moments()
    private(set) var binding = Moments()
    /// When the promise got work that can be stopped.
    private(set) var gotWork = Moments()
    private(set) var inner: StagedPromise?
    private(set) var winners: [String] = []
    /// Whether its value came too late.
    private(set) var hasLost = false
    /// How many times the work was told to stop.
    private(set) var told = 0
    /// How many values came late.
    private(set) var late = 0
    /// The outcome at rest.
    private(set) var seen: String?
    /// Whether it has a value that no consumer got.
    var owesValue = false
    /// Whether it may report such a value.
    var mayReport = false

    init(_ kind: SmallProgram.Kind, on stage: Stage) {
      (self.kind, self.stage, log) = (kind, stage, stage.log)
      switch kind {
      case .gate, .work:
        let (promise, resolver) = Promise<StagedValue>.pending()
        (self.promise, self.resolver) = (promise, resolver)
        if kind == .work { stops() }
      case .operation:
        gotWork = Moments(began: 0, ended: 0)
        promise = Promise(onLateValue: { [self] _ in late += 1 }) { StagedValue() }
      }
      weakCell = promise?.cell
    }

    /// The cell, unless it is gone.
    var cell: ValueCell<StagedValue>? { weakCell }

    /// The outcome, if there is one. Reading it leaves no mark.
    var outcome: Result<StagedValue, any Error>? {
      cell?.settledRoot.map { ValueCell<StagedValue>.outcome(of: $0) }
    }

    /// Whether this is the promise's outcome, as far as can still be told.
    func has(_ other: Result<StagedValue, any Error>) -> Bool {
      switch (outcome, other) {
      case (.success(let own), .success(let other)): own === other
      case (let own?, _): own.fact == other.fact
      case (nil, _): true
      }
    }

    // MARK: The actions

    func settle() {
      settling.began = log.moment()
      if resolver?.fulfill(StagedValue()) == true {
        winners.append("settle")
      } else {
        hasLost = true
      }
      settling.ended = log.moment()
    }

    func cancel() {
      cancelling.began = log.moment()
      promise?.cancel()
      cancelling.ended = log.moment()
    }

    func bind(to inner: StagedPromise) {
      guard let promise = inner.promise else { return }
      self.inner = inner
      binding.began = log.moment()
      if resolver?.follow(promise) == true { winners.append("bind") }
      binding.ended = log.moment()
    }

    /// Registers a cancellation handler.
    func stops() {
      gotWork.began = log.moment()
      resolver?.onCancel { [self] in told += 1 }
      gotWork.ended = log.moment()
    }

    @discardableResult
    func attach(_ kind: SmallProgram.ConsumerKind) -> StagedConsumer {
      stage.attach(kind, to: self)
    }

    func dropResolver() {
      resolver = nil
    }

    func dropHandle() {
      promise = nil
    }

    // MARK: The end

    /// Lets the promise settle, if it has not.
    func finish() {
      seen = outcome?.fact
      if kind == .operation, case .failure? = outcome { hasLost = true }
      if cell?.state.phase == .pending { resolver?.fulfill(StagedValue()) }
    }

    func drop() {
      (promise, resolver) = (nil, nil)
    }
  }
#endif
