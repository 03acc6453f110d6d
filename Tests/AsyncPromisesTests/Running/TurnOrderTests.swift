// The handlers of one promise in one isolation keep their order when a turn ends among them.

import Dispatch
import Foundation
import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Order across turns", .timeLimit(.minutes(10)))
struct TurnOrderTests {
  private static let count = 3 * Turn.limit

  @Test(
    "B3 B10: late handlers run behind those that a turn leaves over",
    arguments: Place.measured, TurnEnd.allCases)
  func late(_ place: Place, _ end: TurnEnd) async throws {
    guard place != .pool || System.hasTaskExecutors else { return }
    let burst = Burst(Self.count, end)
    let thread = place == .pool ? OneThread() : nil
    await place.run(in: thread) { burst.register(on: $0) }
    burst.settle()
    try await burst.ends.pass()
    #expect(burst.order.entries == Array(0..<Self.count + 2 * Burst.lateHandlers.count))
  }

  @Test("B3 B10: many actors whose turns end at once keep their handlers apart")
  func manyActors() async throws {
    let bursts = (0..<200).map { _ in Burst(Turn.limit + 20, .count) }
    let actors = bursts.map { _ in Desk() }
    for (burst, actor) in zip(bursts, actors) { await register(burst, on: actor) }
    for burst in bursts { burst.settle() }
    for burst in bursts {
      try await burst.ends.pass()
      #expect(burst.order.entries == Array(0..<Turn.limit + 20 + 2 * Burst.lateHandlers.count))
    }
  }

  @Test("B3 B10: handlers of several promises on one actor keep the order of their settles")
  func manyPromises() async throws {
    let actor = Desk()
    let (order, ends) = (Journal<Int>(), Gate())
    let promises = (0..<4).map { _ in Promise<Void>.pending() }
    let count = Turn.limit - 1
    for (index, pair) in promises.enumerated() {
      await add(count, to: pair.promise, on: actor) { order.write(index * count + $0) }
    }
    await add(1, to: promises[3].promise, on: actor) { _ in ends.open() }
    for pair in promises { pair.resolver.fulfill() }
    try await ends.pass()
    #expect(order.entries == Array(0..<4 * count))
  }

  private func register(_ burst: Burst, on actor: isolated Desk) { burst.register(on: actor) }

  private func add(
    _ count: Int, to promise: Promise<Void>, on actor: isolated Desk,
    _ body: @escaping @Sendable (Int) -> Void
  ) {
    for number in 0..<count {
      promise.done {
        _ = actor
        body(number)
      }
    }
  }
}

/// What ends a turn while handlers are left.
enum TurnEnd: CaseIterable {
  /// The number of handlers.
  case count
  /// A handler that takes longer than a turn.
  case time
  /// A handler that cancels the task that it runs in.
  case changedTask
}

/// Many handlers of one promise in one isolation. Some of them register others, which come last:
/// in their own isolation, and on another thread while they run.
private final class Burst: Sendable {
  /// The handlers that register others, one in each of the first turns.
  static let lateHandlers = [3, Turn.limit + 3]

  let order = Journal<Int>()
  let ends = Gate()
  private let promise: Promise<Void>
  private let resolver: Resolver<Void>
  private let count: Int
  private let end: TurnEnd

  init(_ count: Int, _ end: TurnEnd) {
    (promise, resolver) = Promise<Void>.pending()
    (self.count, self.end) = (count, end)
  }

  func settle() { resolver.fulfill() }

  func register(on place: isolated (any Actor)?) {
    for number in 0..<count { add(number, on: place) }
  }

  private func add(_ number: Int, on place: isolated (any Actor)?) {
    promise.done { [self] in
      _ = place
      order.write(number)
      if number == count + 2 * Self.lateHandlers.count - 1 { ends.open() }
      guard let index = Self.lateHandlers.firstIndex(of: number) else { return }
      let late = count + 2 * index
      add(late, on: place)
      let isAdded = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [self] in
        Burst.add(late + 1, of: self, on: place)
        isAdded.signal()
      }
      isAdded.wait()
      endTurn()
    }
  }

  /// The same from another thread, with a handler of the same isolation.
  private static func add(_ number: Int, of burst: Burst, on place: (any Actor)?) {
    // SAFETY: registering a handler needs no isolation, only the closure has one.
    let add = unsafeBitCast(
      Isolated(call: { burst.add(number, on: $0) }), to: Anywhere.self)
    add.call(place)
  }

  private struct Isolated {
    let call: (isolated (any Actor)?) -> Void
  }
  private struct Anywhere {
    let call: ((any Actor)?) -> Void
  }

  private func endTurn() {
    switch end {
    case .count: break
    case .time: Thread.sleep(forTimeInterval: 0.002)
    case .changedTask: withUnsafeCurrentTask { $0?.cancel() }
    }
  }
}
