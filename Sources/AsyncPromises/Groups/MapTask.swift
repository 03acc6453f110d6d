// How a map works: in one task, whose children work on one item after another.

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
      cell, { first.take() ?? rest.next() }, concurrency, GroupProgress(telling: progress),
      transform)
    let operation = Operation.captured { await map.run(isolation: #isolation) }
    cell.wait(for: Tasks.operation(for: cell, on: isolation, .enqueued, operation))
    cell.origin.note(.waits(for: .items))
    return Promise<[T]>(cell: cell)
  }
}

/// The task of a map, whose children are its workers. They run in the isolation of the items, and
/// begin them in order.
///
/// `@unchecked Sendable`: one worker at a time pulls items.
final class MapTask<Item: Sendable, T: Sendable>: @unchecked Sendable {
  typealias Transform =
    nonisolated(nonsending) @Sendable (Item, _ followed: inout Promise<T>?) async throws -> T

  fileprivate let cell: ValueCell<[T]>
  private let concurrency: Int
  fileprivate let progress: GroupProgress?
  fileprivate let transform: Transform
  /// The workers that wait while another one pulls an item.
  private let waiting = Mailbox<Worker<Item, T>>()
  // These belong to the worker that pulls.
  private let pull: () -> Item?
  private var count = 0
  private var isAtEnd = false
  /// The number of items that have begun, on an actor. With tracking, they begin off the actor.
  private let numberBegun = StateWord(0)
  private var isOnActor = false

  init(
    _ cell: ValueCell<[T]>, _ pull: @escaping () -> Item?, _ concurrency: Int,
    _ progress: GroupProgress?, _ transform: @escaping Transform
  ) {
    (self.cell, self.pull, self.concurrency) = (cell, pull, concurrency)
    (self.progress, self.transform) = (progress, transform)
  }

  func run(isolation: isolated (any Actor)?) async {
    isOnActor = isolation != nil
    var workers: [Worker<Item, T>] = []
    await withTaskGroup(of: Void.self) { group in
      var (running, turn) = (0, Turn())
      while case let worker = Worker(for: self), await pull(for: worker) {
        workers.append(worker)
        Tasks.addChild(worker, to: &group, partOf: cell, isolation: isolation)
        running += 1
        if running == concurrency {
          running -= 1
          _ = await oneEnds(in: &group, isolation: isolation)
        } else if !turn.goesOn() {
          await Task.yield()
          turn = Turn()
        }
      }
      while await oneEnds(in: &group, isolation: isolation) {}
    }
    let results = results(of: workers)
    Trampoline.run { end(with: results, &$0) }
  }

  /// Gives a worker its next item. If another worker is pulling, it pulls for this one too.
  ///
  /// - Returns: `false` if nothing more is to be started.
  fileprivate nonisolated(nonsending) func pull(for worker: Worker<Item, T>) async -> Bool {
    if waiting.enter() {
      pullNext(for: worker)
      pullForWaiting()
    } else {
      await withUnsafeContinuation {
        worker.continuation = $0
        if waiting.append(worker) { pullForWaiting() }
      }
    }
    return worker.item != nil
  }

  private func pullForWaiting() {
    waiting.serve { worker in
      pullNext(for: worker)
      worker.continuation.take()?.resume()
    }
  }

  private func pullNext(for worker: Worker<Item, T>) {
    // On an actor, a running worker would overtake items that wait for their tasks to run.
    if isOnActor, worker.isRunning, numberBegun.load() != count { return }
    guard !isAtEnd, !cell.isSettled else { return }
    guard let item = pull(), !cell.isSettled else { return isAtEnd = true }
    (worker.item, worker.index) = (item, count)
    count += 1
  }

  fileprivate func itemBegins() {
    if isOnActor { _ = numberBegun.add(1) }
  }

  /// Waits until a worker has ended.
  ///
  /// - Returns: whether there was one.
  private func oneEnds(
    in group: inout TaskGroup<Void>, isolation: isolated (any Actor)?
  ) async -> Bool {
    let record = cell.origin.record
    record?.operationSuspends()
    let isAny = await group.next(isolation: isolation) != nil
    record?.operationResumes()
    // An item that failed before the map's task was known could not cancel it.
    if cell.isSettled { group.cancelAll() }
    return isAny
  }

  /// - Returns: `nil` if the map has failed or was cancelled.
  private func results(of workers: [Worker<Item, T>]) -> [T]? {
    guard workers.reduce(0, { $0 + $1.results.count }) == count else { return nil }
    return Array(unsafeUninitializedCapacity: count) { results, initializedCount in
      for worker in workers {
        for (index, result) in zip(worker.indices, worker.results) {
          results.initializeElement(at: index, to: result)
        }
      }
      initializedCount = count
    }
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

/// A child task of a map, which works on one item after another.
///
/// `@unchecked Sendable`: what changes belongs to the child task, or to the task pulling its item.
fileprivate final class Worker<Item: Sendable, T: Sendable>: ChildWork, @unchecked Sendable {
  private let map: MapTask<Item, T>
  var item: Item?
  var index = 0
  private(set) var isRunning = false
  /// Resumes the task when it has been given an item.
  var continuation: UnsafeContinuation<Void, Never>?
  private(set) var indices: [Int] = []
  private(set) var results: [T] = []

  init(for map: MapTask<Item, T>) { self.map = map }

  /// Ends if it may not pull another item, or if an item has changed the task, which must not
  /// affect other items. Another worker then takes its place, unless there are no more items.
  override nonisolated(nonsending) func run() async {
    isRunning = true
    let priority = Task.currentPriority
    var turn = Turn()
    while let item = item.take(), !map.cell.isSettled, await work(on: item) {
      guard !Task.isCancelled, Task.currentPriority == priority else { return }
      if !turn.goesOn() {
        await Task.yield()
        turn = Turn()
      }
      guard await map.pull(for: self) else { return }
    }
  }

  /// Works on an item. The first failure rejects the map at once.
  ///
  /// - Returns: whether it succeeded.
  private nonisolated(nonsending) func work(on item: Item) async -> Bool {
    map.itemBegins()
    var followed: Promise<T>?
    do {
      results.append(try await map.transform(item, &followed))
      indices.append(index)
    } catch {
      failed(with: error, like: followed?.cell.settledRoot)
      return false
    }
    if let progress = map.progress { Trampoline.run { progress.inputFinished(of: map.cell, &$0) } }
    return true
  }

  private func failed(with error: any Error, like source: Cell?) {
    let cell = map.cell
    let isFirst = Trampoline.run { effects in
      source.map { cell.settle(as: $0, &effects) } ?? cell.reject(error, &effects)
    }
    if isFirst {
      cell.task?.cancel()
    } else if Task.isCancelled, !Origin.isCancellation(error) {
      cell.origin.reportLateWork(.failure(error))
    }
  }
}
