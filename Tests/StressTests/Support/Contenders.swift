// The threads of a race, which are reused for all its rounds.

import AsyncPromises
import Foundation

/// Threads that run their parts of a round at the same time. The thread that creates them is the
/// first of them.
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

  /// Runs a part on each thread, and returns when all parts have ended and been released.
  ///
  /// - Parameter spins: how long each thread spins before its part.
  /// - Returns: `false` if a part doesn't end in time.
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
  /// Written while no thread reads it: by `init`, and when all threads have ended.
  private var parts: [Contenders.Part]
  private let spins: [Int]
  private let arrived = StateWord(0)
  /// Guarded by the contenders' condition.
  var ended = 0

  init(_ parts: [Contenders.Part], _ spins: [Int]) {
    self.parts = parts
    self.spins = spins
  }

  /// Releases the closure before it returns.
  func run(_ index: Int) {
    let part = parts[index]
    meet()
    spin(for: spins[index])
    part()
  }

  func forget() {
    parts = []
  }

  /// Returns when all threads have arrived here.
  private func meet() {
    arrived.add(1)
    var turns = 0
    while arrived.load() < spins.count {
      turns &+= 1
      // If there are more threads than cores, late threads need the core of a waiting one.
      if turns % 64 == 0 { sched_yield() }
    }
  }

  private func spin(for turns: Int) {
    var left = turns
    while left > 0, arrived.load() > 0 { left &-= 1 }
  }
}
