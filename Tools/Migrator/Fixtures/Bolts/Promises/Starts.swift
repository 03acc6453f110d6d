// What chains begin with.

import AsyncPromises
import BoltsCompat

struct StartFailure: Error, Equatable {}

@MainActor
final class Starter {
  private(set) var log: [String] = []

  func value() -> Promise<Int> { Promise.fulfilled(1) }
  func nothing() -> Promise<Void> { Promise<Void>.fulfilled(()) }
  func failure() -> Promise<Int> { Promise<Int>.rejected(StartFailure()) }
  func cancelled() -> Promise<Int> { Promise<Int>.rejected(CancellationError()) }
  func short(_ isFailing: Bool) -> Promise<Int> {
    isFailing ? .rejected(StartFailure()) : .fulfilled(2)
  }

  /// The body runs at once.
  func parse(_ text: String) -> Promise<Int> {
    let task = Promise<Int>(Result {
      self.log.append("parses")
      guard let number = Int(text) else { throw StartFailure() }
      return number
    })
    log.append("parsed")
    return task
  }

  func immediate() -> Promise<Int> {
    Promise<Int>(Result { 3 })
  }

  func closure(_ text: String) -> Promise<Int> {
    Promise(Result { Int(text) ?? 0 })
  }

  func onMain() -> Promise<Int> {
    let task = Promise<Int> { @MainActor in
      MainActor.preconditionIsolated()
      self.log.append("on main")
      return 4
    }
    log.append("executed")
    return task
  }

  func withTask() -> Promise<Int> {
    self.parse("5")
  }

  nonisolated static func offMain() -> Promise<Bool> {
    Promise<Bool> { @MainActor in
      MainActor.preconditionIsolated()
      return true
    }
  }

  func later() -> Promise<String> {
    let pause = 0.001
    return Promise.delay(for: .seconds(pause)).map {
      self.log.append("later")
      return "late"
    }
  }

  func soon() -> Promise<Void> { Promise<Void>.delay(for: .seconds(0.001)) }

  /// An array, a dictionary, an argument.
  func several() -> Promise<Int> {
    let tasks: [Promise<Int>] = [Promise.fulfilled(1), Promise.fulfilled(2), value()]
    let named = ["a": Promise.fulfilled(3), "b": short(false)]
    return add(tasks[0], named["a"] ?? Promise.fulfilled(0))
  }

  private func add(_ left: Promise<Int>, _ right: Promise<Int>) -> Promise<Int> {
    BoltsCompat.Task(left).continueOnSuccessWithTask { a in BoltsCompat.Task(right.map { b in a + b }) }.asyncPromise
  }
}
