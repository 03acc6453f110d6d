// Links on a queue of their own stay. Their closures return promises of functions that move, and
// promises whose types the source doesn't reveal, which stay as well.

import Dispatch
import PromiseKitCompat

final class StepJournal {
  private let lock = DispatchSemaphore(value: 1)
  private var entries: [String] = []

  var lines: [String] {
    lock.wait()
    defer { lock.signal() }
    return entries
  }

  func note(_ text: String) {
    lock.wait()
    entries.append("\(text), \(MainQueue.isCurrent ? "main" : "another") queue")
    lock.signal()
  }
}

struct StepError: Error {}

/// Answers later.
func step(_ number: Int) -> Promise<Int> {
  Promise<Int> { seal in
    DispatchQueue.global().async {
      if number < 0 { seal.reject(StepError()) } else { seal.fulfill(number) }
    }
  }.map { $0 + 1 }
}

/// Stays, because a closure returns its promise without saying so.
func floor(_ number: Int) -> Promise<Int> {
  Promise { seal in
    DispatchQueue.global().async { seal.fulfill(number + 1) }
  }
}

struct Stairs<Value> {
  let climb: (Int) -> Value
}

final class Steps {
  let journal = StepJournal()
  private let queue = DispatchQueue(label: "steps")

  func direct(_ end: @escaping () -> Void) {
    step(0).then(on: queue) { step($0) }.done { number in
      self.journal.note("after \(number)")
    }.catch { self.journal.note("\($0)") }.finally { end() }
  }

  func declared(_ end: @escaping () -> Void) {
    step(0).then(on: queue) { number -> Promise<Int> in
      self.journal.note("then \(number)")
      return step(number)
    }.done { number in
      self.journal.note("after \(number)")
    }.catch { self.journal.note("\($0)") }.finally { end() }
  }

  func held(_ end: @escaping () -> Void) {
    step(0).then(on: queue) { number -> Promise<Int> in
      self.journal.note("then \(number)")
      let next = step(number)
      return number > 5 ? .value(0) : next
    }.map(on: queue) { number -> Int in
      self.journal.note("map \(number)")
      return number
    }.done { number in
      self.journal.note("after \(number)")
    }.catch { self.journal.note("\($0)") }.finally { end() }
  }

  func recovered(_ end: @escaping () -> Void) {
    step(-1).recover(on: queue) { error -> Promise<Int> in
      self.journal.note("\(error)")
      return step(1)
    }.done { number in
      self.journal.note("after \(number)")
    }.catch { self.journal.note("\($0)") }.finally { end() }
  }

  /// The type of `climb` depends on a generic parameter.
  func unknown(_ end: @escaping () -> Void) {
    let stairs = Stairs { floor($0) }
    floor(0).then(on: queue) { stairs.climb($0) }.done { number in
      self.journal.note("after \(number)")
    }.catch { self.journal.note("\($0)") }.finally { end() }
  }
}
