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
      cell: cell, pull: { first.take() ?? rest.next() }, concurrency: concurrency,
      progress: progress.map { GroupProgress($0) }, transform: transform)
    let operation = Operation.captured { await map.run(isolation: #isolation) }
    cell.wait(for: Tasks.operation(for: cell, on: isolation, .enqueued, operation))
    cell.origin.note(.waits(for: .items))
    return Promise<[T]>(cell: cell)
  }
}

/// The task of a map. It runs in the isolation of the items, which therefore start in order.
///
/// `@unchecked Sendable`: only the task pulls items.
struct MapTask<Item: Sendable, T: Sendable>: @unchecked Sendable {
  typealias Transform =
    nonisolated(nonsending) @Sendable (Item, _ followed: inout Promise<T>?) async throws -> T

  let cell: ValueCell<[T]>
  let pull: () -> Item?
  let concurrency: Int
  let progress: GroupProgress?
  let transform: Transform

  /// The place for an item's result, which belongs to the item's task until that has ended.
  private final class Place: @unchecked Sendable {
    var result: T?
  }

  func run(isolation: isolated (any Actor)?) async {
    var places: [Place] = []
    await withTaskGroup(of: Void.self) { group in
      var (running, turn) = (0, Turn())
      while let item = nextItem() {
        let place = Place()
        places.append(place)
        Tasks.addChild(to: &group, partOf: cell, isolation: isolation) {
          await work(on: item, place)
        }
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
    let results = places.compactMap(\.result)
    Trampoline.run { end(with: results.count == places.count ? results : nil, &$0) }
  }

  /// Pulls an item, unless nothing more is to be started.
  private func nextItem() -> Item? {
    guard !cell.isSettled, let item = pull(), !cell.isSettled else { return nil }
    return item
  }

  /// Waits until an item has ended.
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

  /// Works on an item. The first failure rejects the map at once.
  private nonisolated(nonsending) func work(on item: Item, _ place: Place) async {
    guard !cell.isSettled else { return }
    var followed: Promise<T>?
    do {
      place.result = try await transform(item, &followed)
      if let progress { Trampoline.run { progress.inputFinished(of: cell, &$0) } }
    } catch {
      let source = followed?.cell.settledRoot
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
