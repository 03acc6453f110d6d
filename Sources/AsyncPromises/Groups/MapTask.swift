// How a map works: in one task, with a child task for each item.

extension Promise {
  /// Starts a map. With no items, it is fulfilled already.
  ///
  /// - Parameters:
  ///   - kind: the name of the operator in reports.
  ///   - isolation: where `transform` was written.
  ///   - transform: returns the item's result. It notes the promise that it awaits, if the item
  ///     follows one.
  static func map<S: Sequence, T: Sendable>(
    _ kind: Operator, _ items: S, _ concurrency: Int,
    _ progress: (@Sendable @isolated(any) (Int) -> Void)?, on isolation: (any Actor)?,
    _ fileID: StaticString, _ line: UInt, _ transform: @escaping MapTask<S.Element, T>.Transform
  ) -> Promise<[T]> where S.Element: Sendable {
    precondition(concurrency >= 1, "concurrency must be at least one, not \(concurrency).")
    var rest = items.makeIterator()
    var first = rest.next()
    guard first != nil else { return .fulfilled([]) }
    let cell = ValueCell<[T]>(Origin(kind, fileID, line))
    let map = MapTask<S.Element, T>(
      cell, { first.take() ?? rest.next() }, concurrency,
      GroupProgress(telling: progress, fileID, line), transform)
    let operation = Operation.captured { await map.run(isolation: #isolation) }
    cell.origin.record?.waits(for: .items)
    cell.wait(for: Tasks.operation(for: cell, on: isolation, .enqueued, operation))
    return Promise<[T]>(cell: cell)
  }
}

/// The task of a map, with a child for each item. The children run in the isolation of the items,
/// and begin in order.
///
/// `@unchecked Sendable`: only the task pulls items.
final class MapTask<Item: Sendable, T: Sendable>: @unchecked Sendable {
  typealias Transform =
    nonisolated(nonsending) @Sendable (Item, _ followed: inout Promise<T>?) async throws -> T

  fileprivate let cell: ValueCell<[T]>
  fileprivate let progress: GroupProgress?
  fileprivate let transform: Transform
  private let concurrency: Int
  private let pull: () -> Item?

  init(
    _ cell: ValueCell<[T]>, _ pull: @escaping () -> Item?, _ concurrency: Int,
    _ progress: GroupProgress?, _ transform: @escaping Transform
  ) {
    (self.cell, self.pull, self.concurrency) = (cell, pull, concurrency)
    (self.progress, self.transform) = (progress, transform)
  }

  func run(isolation: isolated (any Actor)?) async {
    var results: [T?] = []
    var isAtEnd = false
    await withThrowingTaskGroup(of: ChildWork.self) { group in
      var (running, turn) = (0, Turn())
      while !cell.isSettled {
        guard let item = pull() else {
          isAtEnd = true
          break
        }
        if cell.isSettled { break }
        let child = MapItem(item, results.count, of: self)
        results.append(nil)
        Tasks.addChild(child, to: &group, partOf: cell, isolation: isolation)
        running += 1
        if running == concurrency {
          running -= 1
          await oneEnds(in: &group, &results, isolation: isolation)
        } else if !turn.goesOn() {
          await Task.yield()
          turn = Turn()
        }
      }
      while await oneEnds(in: &group, &results, isolation: isolation) {}
    }
    let values = results.compactMap { $0 }
    Trampoline.run { end(with: isAtEnd && values.count == results.count ? values : nil, &$0) }
    cell.taskWord.taskEnded()
  }

  /// Waits until a child has ended, and takes its result.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  private func oneEnds(
    in group: inout ThrowingTaskGroup<ChildWork, any Error>, _ results: inout [T?],
    isolation: isolated (any Actor)?
  ) async -> Bool {
    cell.origin.record?.operationSuspends()
    let ended = try? await group.next(isolation: isolation)
    cell.origin.record?.operationResumes()
    // An item that failed before the map's task was known could not cancel it.
    if cell.isSettled { group.cancelAll() }
    guard let item = ended as? MapItem<Item, T> else { return false }
    results[item.index] = item.result
    return true
  }

  /// - Parameter results: `nil` if the map has failed or was cancelled.
  private func end(with results: [T]?, _ effects: inout Effects) {
    guard let results else {
      return cell.workEndedLate(.failure(CancellationError()), &effects)
    }
    let fulfill: @Sendable (inout Effects) -> Void = { [cell] effects in
      if !cell.fulfill(results, &effects) { cell.workEndedLate(.success(()), &effects) }
    }
    if let progress { progress.inputsEnded(of: cell, &effects, fulfill) } else { fulfill(&effects) }
  }
}

/// A child task of a map, which works on one item.
///
/// `@unchecked Sendable`: what changes belongs to the child task, and then to the map's task.
private final class MapItem<Item: Sendable, T: Sendable>: ChildWork, @unchecked Sendable {
  /// Given up before the child task ends, whose result this is: the runtime may release that later
  /// than the map's task ends, which must be the last to retain a rejected promise.
  private var map: MapTask<Item, T>?
  private var item: Item?
  let index: Int
  private(set) var result: T?

  init(_ item: Item, _ index: Int, of map: MapTask<Item, T>) {
    (self.item, self.index, self.map) = (item, index, map)
  }

  /// Works on the item. The first failure rejects the map at once.
  override nonisolated(nonsending) func run() async {
    guard let item = item.take(), let map = map.take(), !map.cell.isSettled else { return }
    var followed: Promise<T>?
    do {
      result = try await map.transform(item, &followed)
    } catch {
      return Self.failed(map.cell, with: error, like: followed?.cell.settledRoot)
    }
    Self.finished(map)
  }

  // These two are not inlined: what they need would be in the frame of the task while it works.

  @inline(never)
  private static func finished(_ map: MapTask<Item, T>) {
    if let progress = map.progress { Trampoline.run { progress.inputFinished(of: map.cell, &$0) } }
  }

  @inline(never)
  private static func failed(_ cell: ValueCell<[T]>, with error: any Error, like source: Cell?) {
    let isFirst = Trampoline.run { effects in
      source.map { cell.settle(as: $0, &effects) } ?? cell.reject(error, &effects)
    }
    if isFirst {
      cell.taskWord.taskToCancel?.cancel()
    } else if Task.isCancelled {
      cell.origin.reportLateWork(.failure(error))
    }
  }
}

extension Origin {
  /// Called when the child task of an item is about to be created. If its map is tracked, so is the
  /// item, as a promise of its own: it has a line in reports, and its waits count like any
  /// operation's.
  ///
  /// - Returns: what the task runs, and where it prefers to run.
  func itemBegins(
    on isolation: (any Actor)?, _ operation: @escaping Body
  ) -> (executor: PreferredExecutor?, operation: Body) {
    guard isTracked else { return (nil, operation) }
    let item = ValueCell<Void>(Origin("item", whereMade: self))
    item.origin.record(isolation: isolation)
    item.origin.record?.waits(for: .operation)
    let tracked: Body = {
      await operation()
      Trampoline.run { _ = item.fulfill((), &$0) }
    }
    // Unlike other tasks, a child task that prefers an executor is enqueued on its actor.
    return item.origin.record?.operationBegins(on: nil, tracked) ?? (nil, tracked)
  }
}
