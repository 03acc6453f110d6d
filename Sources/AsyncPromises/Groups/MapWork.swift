// How a `map` works: it pulls items, starts the work on them and collects the results.

extension Promise {
  /// Starts a map.
  ///
  /// - Parameters:
  ///   - kind: the name of the operator in reports.
  ///   - remaining: what happens to work still running when the map settles.
  ///   - makeOrigin: creates the origin of a promise. Each origin must be used to create a promise,
  ///     because only a promise releases the record that its origin retains.
  ///   - begin: starts the work on an item. Called outside of transitions, on the thread that
  ///     drives the map.
  package static func map<Item: Sendable, T: Sendable>(
    _ items: Items<Item>, _ concurrency: Int,
    as kind: Operator = "map", remaining: RemainingInputs = .cancel,
    _ makeOrigin: @escaping @Sendable (Operator) -> Origin,
    _ progress: (@Sendable @isolated(any) (Int) -> Void)? = nil,
    _ begin: @escaping @Sendable (Item, (Operator) -> Origin) -> Promise<T>
  ) -> Promise<[T]> where Value == [T] {
    let work = MapWork(items, concurrency, kind, remaining, progress, makeOrigin, begin)
    Trampoline.run { effects in
      work.cell.wait(for: work, &effects)
      work.look(&effects)
    }
    return Promise<[T]>(cell: work.cell)
  }
}

/// The producer of a `map`'s cell.
///
/// One thread at a time drives it: it collects results and plans what to do next. A thread with
/// news leaves it in the mailbox, and drives if no other thread does.
///
/// Anything that runs the user's code, or may free something of the user's, is an errand: it is
/// done after the mailbox has been put back. Asking the sequence for an item is an errand for one
/// thread at a time.
private final class MapWork<Item: Sendable, T: Sendable>: InputProducer, @unchecked Sendable {
  typealias Work = (operation: Promise<T>, input: Input)

  let cell: ValueCell<[T]>
  private let concurrency: Int
  private let remaining: RemainingInputs
  /// Starts the work on an item.
  private let begin: @Sendable (Item, (Operator) -> Origin) -> Promise<T>
  private let progress: (@Sendable @isolated(any) (Int) -> Void)?
  /// Already settled, so its handlers run in registration order.
  private let ticks = Promise<Void>.fulfilled
  /// Operations that have settled, and requests to check what to do next.
  private let news = Mailbox<QueueNode>()

  private let makeOrigin: @Sendable (Operator) -> Origin

  // These belong to the driver.
  private var isPulling = false
  private var running: [Int: Work] = [:]
  private var results: [T?] = []
  private var completed = 0

  // These belong to the thread that pulls, or to the driver if none does.
  private var items: Items<Item>?
  private var begun: Work?
  private var nextIndex = 0
  private let hasPulled = QueueNode()

  /// What the driver does after it has put the mailbox back.
  private struct Errands {
    var ended = Queue<Work>()
    var left = Queue<Work>()
    var items: Items<Item>?
    var results: [T]?
    var mayPull = false
  }

  init(
    _ items: Items<Item>, _ concurrency: Int, _ kind: Operator, _ remaining: RemainingInputs,
    _ progress: (@Sendable @isolated(any) (Int) -> Void)?,
    _ makeOrigin: @escaping @Sendable (Operator) -> Origin,
    _ begin: @escaping @Sendable (Item, (Operator) -> Origin) -> Promise<T>
  ) {
    precondition(concurrency >= 1, "concurrency must be at least one, not \(concurrency).")
    cell = ValueCell(makeOrigin(kind))
    self.makeOrigin = makeOrigin
    self.items = items
    (self.concurrency, self.remaining) = (concurrency, remaining)
    self.progress = progress
    self.begin = begin
  }

  override var obstacle: Origin.Obstacle { .items }

  override func consumerWithdrew(_ reason: Reason, _ effects: inout Effects) {
    look(&effects)
  }

  /// Makes the driver check what to do next.
  func look(_ effects: inout Effects) { send(.passRetained(QueueNode()), &effects) }

  /// Called when an operation has settled. If it failed, so does the map.
  override func inputSettled(
    _ input: Input, as settled: Cell, _ effects: inout Effects
  ) -> Bool {
    if settled.isRejected { cell.settle(as: settled, &effects) }
    effects.release(self)
    send(.passUnretained(input), &effects)
    return true
  }

  /// Leaves news for the driver, along with the caller's retain on it.
  private func send(_ message: Unmanaged<QueueNode>, _ effects: inout Effects) {
    guard news.append(message) else { return }
    effects.callOut { self.drive() }
  }

  private func drive() {
    var mayPull: Bool
    repeat {
      var errands = Errands()
      news.drain {
        collect($0, &errands)
      } afterBatch: {
        plan(&errands)
      }
      mayPull = errands.mayPull
      carryOut(errands)
    } while mayPull && pull()
  }

  // MARK: The driver

  private func collect(_ message: QueueNode, _ errands: inout Errands) {
    if message === hasPulled { return takePulled() }
    guard let input = message as? Input else { return }
    input.letGo()
    guard let work = running.removeValue(forKey: input.index) else { return }
    let index = input.index
    errands.ended.append(work)
    guard case .success(let result) = work.operation.resultIfSettled else { return }
    results[index] = result
    completed += 1
    guard let progress else { return }
    let (count, call) = (completed, synchronous(progress))
    tick(on: progress.isolation) { _ in call(count) }
  }

  private func takePulled() {
    isPulling = false
    guard let work = begun.take() else { return }
    running[results.count] = work
    results.append(nil)
  }

  private func plan(_ errands: inout Errands) {
    if cell.isSettled {
      for work in running.values { errands.left.append(work) }
      running = [:]
      guard !isPulling else { return }
      if items != nil { errands.items = items.take() }
    } else if isPulling {
      return
    } else if items == nil {
      if running.isEmpty { errands.results = results.compactMap(\.self) }
    } else if running.count < concurrency {
      isPulling = true
      errands.mayPull = true
    }
  }

  /// Runs `body` in an isolation, after everything that was scheduled there before.
  private func tick(
    on isolation: (any Actor)?, _ body: @escaping @Sendable (inout Effects) -> Void
  ) {
    let _: Promise<Void> = ticks.derive(on: isolation, makeOrigin("progress")) {
      _, _, derived, effects in
      body(&effects)
      Promise<Void>.settle(derived, &effects) {}
    }
  }

  // MARK: Errands

  private func carryOut(_ errands: consuming Errands) {
    while let work = errands.left.pop() { leave(work) }
    guard let results = errands.results else { return }
    if let progress {
      // After the last call to `progress`.
      tick(on: progress.isolation) { [cell] in _ = cell.fulfill(results, &$0) }
    } else {
      Trampoline.run { _ = cell.fulfill(results, &$0) }
    }
  }

  /// Cancels or leaves work whose result would arrive too late.
  private func leave(_ work: Work) {
    switch remaining {
    case .cancel: work.operation.cancel()
    case .leave:
      Trampoline.run { work.input.leave(cell.wasCancelled ? .cancelled : .stopped, &$0) }
    }
  }

  /// Starts the work on the next item. Called by one thread at a time.
  ///
  /// - Returns: whether the caller must drive.
  private func pull() -> Bool {
    guard let item = items?.next() else {
      items = nil
      return news.append(hasPulled)
    }
    guard !cell.isSettled else { return news.append(hasPulled) }
    let operation = begin(item, makeOrigin)
    let work = (operation, Input(nextIndex, of: self, from: operation.cell))
    nextIndex += 1
    begun = work
    return endPull(of: work)
  }

  /// Notifies the driver, and only then waits for the work, so that its end is reported later.
  private func endPull(of work: Work) -> Bool {
    let isDriver = news.append(hasPulled)
    work.operation.cell.attach(work.input)
    return isDriver
  }
}
