// Finished uses of the library leave no task, timer, record or memory behind.

import AsyncPromisesTesting
import CAllocations
import Foundation
import TestSupport
import Testing

@testable import AsyncPromises
@testable import AsyncPromisesTracking

@Suite(
  "Growth", .needsTracking, .timeLimit(.minutes(60)),
  .enabled(if: allocations_are_counted(), "Allocations aren't counted with this allocator."))
struct GrowthTests {
  @Test("C2 E4 G1 G2 T5: with tracking, uses leave nothing behind while long-lived promises exist")
  func tracked() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      try await Growth(isTracked: true).check()
    }
    Growth.show(result)
  }

  @Test("C2 E4 G1 G2: uses leave nothing behind while long-lived promises exist")
  func untracked() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      try await Growth(isTracked: false).check()
    }
    Growth.show(result)
  }

  @Test("A6 E4: objects that three threads call without pause keep no memory for the calls")
  func busy() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      try await BusyObject.check()
    }
    Growth.show(result)
  }
}

/// Measures what many rounds of every use leave behind, in a separate process.
private struct Growth {
  private let isTracked: Bool
  /// `USAGE` selects the uses whose names contain it.
  private let only = Self.environment["USAGE"]

  init(isTracked: Bool) {
    self.isTracked = isTracked
  }

  /// Ten, and a number large enough to reveal one leaked allocation per round, because the rest of
  /// the process holds far fewer.
  private static let sizes = (isStressRun ? [10, 1_000] : [10, 100]) + largest
  /// `ROUNDS` adds a size, such as 100,000.
  private static let largest = environment["ROUNDS"].flatMap { Int($0) }.map { [$0] } ?? []
  private static let environment = ProcessInfo.processInfo.environment

  func check() async throws {
    if !isTracked { Tracking.stop() }
    PromiseDiagnostics.install { _ in }
    let neighbours = try await Neighbours.make()
    var failures: [String] = []
    let sizes = Self.sizes.map { "\($0): timers, records, blocks, bytes" }
    print("usage | " + sizes.joined(separator: " | "))
    try await createKeptTasks()
    for usage in Usage.all where only.map({ usage.name.contains($0) }) ?? true {
      // The first rounds create the objects that are created once and kept.
      for _ in 0..<20 { try await usage.round(neighbours) }
      var row = usage.name
      for size in Self.sizes {
        let left = try await growth(of: usage, size, beside: neighbours)
        row += " | \(left)"
        if left.isGrowth(over: size) { failures.append("\(usage.name), \(size) rounds: \(left)") }
      }
      print(row)
    }
    try await neighbours.end()
    for failure in failures { print("GROWS: \(failure)") }
  }

  /// Creates all tasks that are kept for handlers. On a busy machine, bursts would otherwise create
  /// more of them each time.
  private func createKeptTasks() async throws {
    let burst = (0..<2 * KeptTasks.limit).map { _ in
      Promise.fulfilled.map { Thread.sleep(forTimeInterval: 0.001) }
    }
    _ = try await Promise.all(burst).value
  }

  /// What the rounds leave behind, measured up to three times. A thread or a list that is created
  /// only once isn't growth.
  private func growth(
    of usage: Usage, _ rounds: Int, beside neighbours: Neighbours
  ) async throws -> Figures {
    var left = try await rest(of: usage, rounds, beside: neighbours)
    for _ in 0..<2 where left.isGrowth(over: rounds) {
      left = try await rest(of: usage, rounds, beside: neighbours)
    }
    return left
  }

  private func rest(
    of usage: Usage, _ rounds: Int, beside neighbours: Neighbours
  ) async throws -> Figures {
    await dropStoppedTimers()
    let before = Figures.now(neighbours)
    for _ in 0..<rounds { try await usage.round(neighbours) }
    await dropStoppedTimers()
    func figures() -> Figures {
      var left = Figures.now(neighbours) - before
      if usage.makesErrors { (left.blocks, left.bytes) = (0, 0) }
      return left
    }
    var left = figures()
    // The last jobs and their threads may not have released everything yet, and nothing signals
    // when they have. On a busy machine, a thread may wait long for its turn.
    for _ in 0..<2_000 where left.isGrowth(over: 1) {
      try await Task.sleep(for: .milliseconds(1))
      left = figures()
    }
    return left
  }

  /// Lets the system's timers drop those that were stopped. They do so in bulk, so how many they
  /// still keep is a matter of chance.
  private func dropStoppedTimers() async {
    func stopped() -> AsyncPromises.Timer {
      let timer = SharedSleep.continuous.start(after: .seconds(60)) { _ in }
      timer.stop()
      return timer
    }
    weak var first: AnyObject?
    first = stopped()
    while first != nil {
      _ = stopped()
      await Task.yield()
    }
  }

  static func show(_ result: ExitTest.Result?) {
    guard let result else { return }
    let output = String(decoding: result.standardOutputContent, as: UTF8.self)
    let lines = output.split(separator: "\n").filter { $0.contains("|") || $0.hasPrefix("GROWS") }
    if isStressRun { print(lines.joined(separator: "\n")) }
    for line in lines where line.hasPrefix("GROWS") { Issue.record("\(line)") }
  }
}

/// The number of objects of each kind in the process.
private struct Figures: CustomStringConvertible {
  var timers: Int
  var records: Int
  var blocks: Int
  var bytes: Int

  static func now(_ neighbours: Neighbours) -> Figures {
    let timers = Int(Scope.process.timers.number) + neighbours.clock.deadlines.count
    let records = PromiseTracker.records(in: .process)?.count ?? 0
    let use = allocations_in_use()
    return Figures(
      timers: timers, records: records, blocks: Int(use.blocks), bytes: Int(use.bytes))
  }

  static func - (a: Figures, b: Figures) -> Figures {
    Figures(
      timers: a.timers - b.timers, records: a.records - b.records, blocks: a.blocks - b.blocks,
      bytes: a.bytes - b.bytes)
  }

  /// Whether the rounds left a timer or record behind, or memory: a block per ten rounds, or
  /// 16 bytes per round, and in any case more than other threads hold temporarily.
  func isGrowth(over rounds: Int) -> Bool {
    timers > 0 || records > 0 || blocks > max(rounds / 10, 16)
      || bytes > max(rounds * 16, 4_096)
  }

  var description: String { "\(timers), \(records), \(blocks), \(bytes)" }
}
