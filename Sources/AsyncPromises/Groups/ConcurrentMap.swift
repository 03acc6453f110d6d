// map: work on the items of a sequence, several at a time.

extension Promise where Value == Never {
  /// Fulfilled with the results of `transform` for all items, in their order; rejected as the first
  /// in time that fails.
  ///
  /// At most `concurrency` items are worked on at a time. The items are pulled one by one, as they
  /// are needed, so that the sequence may be long, or slow. The first failure rejects at once,
  /// cancels the work that is going on without waiting for it, and starts nothing more. No items:
  /// fulfilled with an empty array.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the tasks that are at work, and starts nothing more.
  /// A promise that such a task awaits goes on: waiting is not owning; return it, and it is
  /// withdrawn from.
  ///
  /// ```swift
  /// let pages = Promise.map(urls, concurrency: 4) { try await fetch($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: what to work on.
  ///   - concurrency: how many items to work on at a time. Traps if that is less than one.
  ///   - progress: called with the number of items that are done, each time that is one more, in
  ///     order, in the isolation it was written in; for the last item before the promise is
  ///     fulfilled.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - transform: the work; it runs in a task of its own for each item, in the isolation it was
  ///     written in.
  /// - Returns: a promise of all results.
  public static func map<S: Sequence & Sendable, T: Sendable>(
    _ items: S, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ transform: @escaping @Sendable @isolated(any) (S.Element) async throws -> T
  ) -> Promise<[T]> where S.Element: Sendable {
    MapWork<S, T>.start(items, concurrency, progress, fileID, line) { item, origin in
      Promise<T>.start(origin) { try await transform(item) }
    }
  }

  /// Fulfilled with the values of the promises that `transform` returns for all items, in their
  /// order; rejected with the first rejection in time.
  ///
  /// As for a transform that returns a value; an item is worked on until its promise is settled.
  ///
  /// ## Cancellation
  /// Cancelling the promise cancels the tasks that are at work, withdraws from the promises that
  /// they returned, and starts nothing more. So does the first failure.
  ///
  /// ```swift
  /// let pages = Promise.map(urls, concurrency: 4) { load($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - items: what to work on.
  ///   - concurrency: how many items to work on at a time. Traps if that is less than one.
  ///   - progress: called with the number of items that are done, each time that is one more, in
  ///     order, in the isolation it was written in; for the last item before the promise is
  ///     fulfilled.
  ///   - fileID: where the promise is made; leave it to the compiler.
  ///   - line: where the promise is made; leave it to the compiler.
  ///   - transform: starts the work on an item and returns its promise; it runs in a task of its
  ///     own for each item, in the isolation it was written in.
  /// - Returns: a promise of all results.
  public static func map<S: Sequence & Sendable, Followed: PromiseProtocol>(
    _ items: S, concurrency: Int = .max,
    @_inheritActorContext progress: (@Sendable @isolated(any) (_ completed: Int) -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ transform:
      @escaping @Sendable @isolated(any) (S.Element) async throws -> Followed
  ) -> Promise<[Followed.Value]> where S.Element: Sendable {
    MapWork<S, Followed.Value>.start(items, concurrency, progress, fileID, line) { item, origin in
      Promise<Followed.Value>.start(origin, following: { try await transform(item) })
    }
  }
}

/// The producer of a `map`'s cell. One thread at a time drives it: pulls items, starts operations,
/// collects results. A thread that has news for it leaves them in the mailbox, and drives if
/// none does.
private final class MapWork<S: Sequence & Sendable, T: Sendable>: Producer, @unchecked Sendable
where S.Element: Sendable {
  let cell: ValueCell<[T]>
  private let concurrency: Int
  /// Starts the work on an item.
  private let begin: @Sendable (S.Element, Origin) -> Promise<T>
  private let progress: (@Sendable @isolated(any) (Int) -> Void)?
  /// Settled already; its handlers run in the order of registration.
  private let ticks = Promise<Void>.fulfilled
  private let news = Mailbox<Note>()

  private let makeOrigin: @Sendable (Operator) -> Origin

  // These belong to the driver.
  private var rest: S.Iterator?
  private var running: [Int: Promise<T>] = [:]
  private var results: [T?] = []
  private var completed = 0

  private init(
    _ items: S, _ concurrency: Int, _ progress: (@Sendable @isolated(any) (Int) -> Void)?,
    _ fileID: StaticString, _ line: UInt,
    _ begin: @escaping @Sendable (S.Element, Origin) -> Promise<T>
  ) {
    precondition(
      concurrency >= 1, "A concurrency of \(concurrency) would never start: give one or more.")
    cell = ValueCell(Origin(.map, fileID, line))
    makeOrigin = { Origin($0, fileID, line) }
    rest = items.makeIterator()
    self.concurrency = concurrency
    self.progress = progress
    self.begin = begin
  }

  static func start(
    _ items: S, _ concurrency: Int, _ progress: (@Sendable @isolated(any) (Int) -> Void)?,
    _ fileID: StaticString, _ line: UInt,
    _ begin: @escaping @Sendable (S.Element, Origin) -> Promise<T>
  ) -> Promise<[T]> {
    let work = MapWork(items, concurrency, progress, fileID, line, begin)
    Trampoline.run { trampoline in
      work.cell.attach(work, &trampoline)
      work.tell(Note(), &trampoline)
    }
    return Promise<[T]>(cell: work.cell)
  }

  override var obstacle: Record.Obstacle { .items }

  override func consumerWithdrew(_ reason: Reason, _ trampoline: inout Trampoline) {
    tell(Note(), &trampoline)
  }

  /// Leaves news for the driver. To drive runs code of the user's: the sequence's.
  private func tell(_ note: Note, _ trampoline: inout Trampoline) {
    guard news.append(note) else { return }
    trampoline.afterTransitions { self.drive() }
  }

  private func drive() {
    news.drain {
      collect($0.index)
    } afterBatch: {
      if cell.isSettled {
        rest = nil
        for operation in running.values { operation.cancel() }
        running = [:]
      } else {
        startMore()
      }
    }
  }

  private func collect(_ index: Int?) {
    guard let index, let operation = running.removeValue(forKey: index),
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

  /// The next item; `nil` at the end of the sequence, and when the map is settled meanwhile.
  private func pull() -> S.Element? {
    guard !cell.isSettled, rest != nil else { return nil }
    guard let item = rest?.next() else {
      rest = nil
      return nil
    }
    return cell.isSettled ? nil : item
  }

  private func startMore() {
    while running.count < concurrency, let item = pull() {
      let index = results.count
      let operation = begin(item, makeOrigin(.item))
      results.append(nil)
      running[index] = operation
      let note = Note(index, of: operation.cell) { operation, note, trampoline in
        if operation.isRejected { self.cell.settle(as: operation, &trampoline) }
        self.tell(note, &trampoline)
      }
      operation.cell.attach(note)
    }
    guard running.isEmpty else { return }
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
    _ index: Int, of operation: Cell,
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
}
