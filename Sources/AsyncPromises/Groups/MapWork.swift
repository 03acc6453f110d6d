// What a `map` does: it pulls items, starts the work on them, and collects results.

extension Promise where Value == Never {
  /// The map itself.
  ///
  /// - Parameters:
  ///   - kind: what a report calls it.
  ///   - losers: what becomes of the work that is going on when the map is decided.
  ///   - makeOrigin: makes the origin of a promise, which has to be made then: it owns its record.
  ///   - begin: starts the work on an item. It is called by the thread that has news of another
  ///     one, when all transitions are done.
  package static func map<Item: Sendable, T: Sendable>(
    _ items: Items<Item>, _ concurrency: Int,
    as kind: Operator = .map, losers: LoserPolicy = .cancel,
    _ makeOrigin: @escaping @Sendable (Operator) -> Origin,
    _ progress: (@Sendable @isolated(any) (Int) -> Void)? = nil,
    _ begin: @escaping @Sendable (Item, (Operator) -> Origin) -> Promise<T>
  ) -> Promise<[T]> {
    let work = MapWork(items, concurrency, kind, losers, progress, makeOrigin, begin)
    Trampoline.run { trampoline in
      work.cell.attach(work, &trampoline)
      work.tell(Note(), &trampoline)
    }
    return Promise<[T]>(cell: work.cell)
  }
}

/// Where the items of a `map` come from. It belongs to the driver.
package struct Items<Item: Sendable> {
  enum Next {
    /// The item, or `nil` at the end.
    case now(Item?)
    /// A promise of it.
    case later(Promise<Item?>)
  }

  let next: (_ makeOrigin: (Operator) -> Origin) -> Next

  package init(_ sequence: some Sequence<Item>) {
    var rest = sequence.makeIterator()
    next = { _ in .now(rest.next()) }
  }

  init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Item {
    let rest = Rest(of: sequence)
    next = { makeOrigin in .later(Promise.start(makeOrigin(.next)) { try await rest.next() }) }
  }

  /// The rest of an asynchronous sequence, for one task after the other.
  private final class Rest<S: AsyncSequence & Sendable>: @unchecked Sendable
  where S.Element == Item {
    private var iterator: S.AsyncIterator

    init(of sequence: S) { iterator = sequence.makeAsyncIterator() }

    func next() async throws -> Item? { try await iterator.next() }
  }
}

/// The producer of a `map`'s cell. One thread at a time drives it: pulls items, starts operations,
/// collects results. A thread that has news for it leaves them in the mailbox, and drives if
/// none does.
private final class MapWork<Item: Sendable, T: Sendable>: Producer, @unchecked Sendable {
  let cell: ValueCell<[T]>
  private let concurrency: Int
  private let losers: LoserPolicy
  /// Starts the work on an item.
  private let begin: @Sendable (Item, (Operator) -> Origin) -> Promise<T>
  private let progress: (@Sendable @isolated(any) (Int) -> Void)?
  /// Settled already; its handlers run in the order of registration.
  private let ticks = Promise<Void>.fulfilled
  private let news = Mailbox<Note>()

  private let makeOrigin: @Sendable (Operator) -> Origin

  // These belong to the driver.
  private var items: Items<Item>?
  private var pulling: (operation: Promise<Item?>, note: Note)?
  private var running: [Int: (operation: Promise<T>, note: Note)] = [:]
  private var results: [T?] = []
  private var completed = 0

  init(
    _ items: Items<Item>, _ concurrency: Int, _ kind: Operator, _ losers: LoserPolicy,
    _ progress: (@Sendable @isolated(any) (Int) -> Void)?,
    _ makeOrigin: @escaping @Sendable (Operator) -> Origin,
    _ begin: @escaping @Sendable (Item, (Operator) -> Origin) -> Promise<T>
  ) {
    precondition(
      concurrency >= 1, "A concurrency of \(concurrency) would never start: give one or more.")
    cell = ValueCell(makeOrigin(kind))
    self.makeOrigin = makeOrigin
    self.items = items
    (self.concurrency, self.losers) = (concurrency, losers)
    self.progress = progress
    self.begin = begin
  }

  override var obstacle: Record.Obstacle { .items }

  override func consumerWithdrew(_ reason: Reason, _ trampoline: inout Trampoline) {
    tell(Note(), &trampoline)
  }

  /// Leaves news for the driver. To drive runs code of the user's: the sequence's.
  func tell(_ note: Note, _ trampoline: inout Trampoline) {
    guard news.append(note) else { return }
    trampoline.afterTransitions { self.drive() }
  }

  private func drive() {
    news.drain {
      collect($0.index)
    } afterBatch: {
      if cell.isSettled {
        items = nil
        if let pulling { leave(pulling.operation, pulling.note) }
        pulling = nil
        for work in running.values { leave(work.operation, work.note) }
        running = [:]
      } else {
        startMore()
      }
    }
  }

  /// Leaves work alone whose result comes too late.
  private func leave<R>(_ operation: Promise<R>, _ note: Note) {
    switch losers {
    case .cancel: operation.cancel()
    case .leave: note.withdraw(cell.wasCancelled ? .cancelled : .stopped)
    }
  }

  private func collect(_ index: Int?) {
    guard let index, let operation = running.removeValue(forKey: index)?.operation,
      case .success(let result) = operation.current
    else { return }
    results[index] = result
    completed += 1
    guard let progress else { return }
    let (count, call) = (completed, synchronous(progress))
    tick(on: progress.isolation) { _ in call(count) }
  }

  /// Does something in an isolation, after what was to be done there before.
  private func tick(
    on isolation: (any Actor)?, _ body: @escaping @Sendable (inout Trampoline) -> Void
  ) {
    let _: Promise<Void> = ticks.derive(on: isolation, makeOrigin(.progress)) {
      _, _, derived, trampoline in
      body(&trampoline)
      Promise<Void>.settle(derived, &trampoline) {}
    }
  }

  /// The next item; `nil` while it is to come, at the end of the sequence, and when the map is
  /// settled meanwhile.
  private func pull() -> Item? {
    guard !cell.isSettled, let items else { return nil }
    let item: Item?
    if let pulling {
      guard case .success(let pulled) = pulling.operation.current else { return nil }
      self.pulling = nil
      item = pulled
    } else {
      switch items.next(makeOrigin) {
      case .now(let pulled): item = pulled
      case .later(let operation):
        pulling = (operation, watch(operation))
        return nil
      }
    }
    if item == nil { self.items = nil }
    return cell.isSettled ? nil : item
  }

  private func startMore() {
    while running.count < concurrency, let item = pull() {
      let index = results.count
      let operation = begin(item, makeOrigin)
      results.append(nil)
      running[index] = (operation, watch(operation, index))
    }
    finish()
  }

  /// Has the driver look when an operation is settled; its failure is the map's.
  private func watch<R>(_ operation: Promise<R>, _ index: Int? = nil) -> Note {
    let note = Note(index, of: operation.cell) { operation, note, trampoline in
      if operation.isRejected { self.cell.settle(as: operation, &trampoline) }
      self.tell(note, &trampoline)
    }
    operation.cell.attach(note)
    return note
  }

  /// Fulfils the promise when all is done.
  private func finish() {
    guard running.isEmpty, pulling == nil else { return }
    let all = results.compactMap(\.self)
    if let progress {
      // Behind the last of the progress.
      tick(on: progress.isolation) { [cell] in _ = cell.fulfill(all, &$0) }
    } else {
      Trampoline.run { _ = cell.fulfill(all, &$0) }
    }
  }
}

/// News for the driver of a `map`: that an operation has settled, or, without an index, to look.
private final class Note: Node, @unchecked Sendable {
  let index: Int?
  private var settled: (@Sendable (Cell, Note, inout Trampoline) -> Void)?

  init() {
    index = nil
    super.init(link: .detached)
  }

  init(
    _ index: Int?, of operation: Cell,
    settled: @escaping @Sendable (Cell, Note, inout Trampoline) -> Void
  ) {
    self.index = index
    self.settled = settled
    super.init(link: .armed(with: operation))
  }

  override func receive(from source: Cell, _ trampoline: inout Trampoline) {
    let settled = settled
    self.settled = nil
    settled?(source, self, &trampoline)
  }

  /// Waits no longer for the operation, if it is pending.
  func withdraw(_ reason: Upstream.Reason) {
    guard case .from(let operation) = link.withdraw() else { return }
    settled = nil
    Trampoline.run { operation.consumerWithdrew(reason, &$0) }
  }
}
