// The threads of a race. They live through all its rounds.

import AsyncPromises
import Foundation

/// Threads that do their parts of a round at the same time. The thread that makes them is the first
/// of them.
final class Contenders: @unchecked Sendable {
  typealias Part = @Sendable () -> Void

  private let condition = NSCondition()
  private let count: Int
  // The condition guards these.
  private var heat: Heat?
  private var isDismissed = false

  init(_ count: Int) {
    self.count = count
    for index in 1..<count {
      Thread { [self] in serve(index) }.start()
    }
  }

  /// Runs a part on each thread, and returns when all have ended and none is referred to any more.
  ///
  /// - Parameter spins: how long each thread spins before its part.
  /// - Returns: `false` when one of them does not come to its end.
  func run(_ parts: [Part], spins: [Int]) -> Bool {
    let heat = Heat(parts, spins)
    condition.withLock {
      self.heat = heat
      condition.broadcast()
    }
    heat.run(0)
    let limit = Date(timeIntervalSinceNow: patience)
    return condition.withLock {
      heat.ended += 1
      while heat.ended < count {
        guard condition.wait(until: limit) else { return false }
      }
      heat.forget()
      self.heat = nil
      return true
    }
  }

  /// Ends the threads.
  func dismiss() {
    condition.withLock {
      isDismissed = true
      condition.broadcast()
    }
  }

  private func serve(_ index: Int) {
    var last: Heat?
    while let heat = next(after: last) {
      heat.run(index)
      condition.withLock {
        heat.ended += 1
        if heat.ended == count { condition.broadcast() }
      }
      last = heat
    }
  }

  private func next(after last: Heat?) -> Heat? {
    condition.withLock {
      while true {
        if isDismissed { return nil }
        if let heat, heat !== last { return heat }
        condition.wait()
      }
    }
  }
}

/// The parts of one round.
private final class Heat: @unchecked Sendable {
  /// Written when no thread reads it: before all of them come, and when all have ended.
  private var parts: [Contenders.Part]
  private let spins: [Int]
  private let arrived = StateWord(0)
  /// The contenders' condition guards it.
  var ended = 0

  init(_ parts: [Contenders.Part], _ spins: [Int]) {
    self.parts = parts
    self.spins = spins
  }

  /// The closure is let go before this returns.
  func run(_ index: Int) {
    let part = parts[index]
    meet()
    spin(for: spins[index])
    part()
  }

  func forget() {
    parts = []
  }

  /// Returns when all threads have come here.
  private func meet() {
    arrived.add(1)
    var turns = 0
    while arrived.load() < spins.count {
      turns &+= 1
      // Where threads are more than cores, those who come late need the core of those who wait.
      if turns % 64 == 0 { sched_yield() }
    }
  }

  private func spin(for turns: Int) {
    var left = turns
    while left > 0, arrived.load() > 0 { left &-= 1 }
  }
}
