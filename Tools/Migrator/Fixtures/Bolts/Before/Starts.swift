// What chains begin with.

import BoltsCompat

struct StartFailure: Error, Equatable {}

@MainActor
final class Starter {
  private(set) var log: [String] = []

  func value() -> Task<Int> { Task(1) }
  func nothing() -> Task<Void> { Task<Void>(()) }
  func failure() -> Task<Int> { Task<Int>(error: StartFailure()) }
  func cancelled() -> Task<Int> { Task<Int>.cancelledTask() }
  func short(_ isFailing: Bool) -> Task<Int> {
    isFailing ? .init(error: StartFailure()) : .init(2)
  }

  /// The body runs at once.
  func parse(_ text: String) -> Task<Int> {
    let task = Task<Int>.execute {
      self.log.append("parses")
      guard let number = Int(text) else { throw StartFailure() }
      return number
    }
    log.append("parsed")
    return task
  }

  func immediate() -> Task<Int> {
    Task<Int>.execute(.immediate) { 3 }
  }

  func closure(_ text: String) -> Task<Int> {
    Task { Int(text) ?? 0 }
  }

  func onMain() -> Task<Int> {
    let task = Task<Int>.execute(.mainThread) {
      MainActor.preconditionIsolated()
      self.log.append("on main")
      return 4
    }
    log.append("executed")
    return task
  }

  func withTask() -> Task<Int> {
    Task.executeWithTask { self.parse("5") }
  }

  nonisolated static func offMain() -> Task<Bool> {
    Task<Bool>.execute(.mainThread) {
      MainActor.preconditionIsolated()
      return true
    }
  }

  func later() -> Task<String> {
    let pause = 0.001
    return Task.withDelay(pause).continueOnSuccessWith(.mainThread) {
      self.log.append("later")
      return "late"
    }
  }

  func soon() -> Task<Void> { Task<Void>.withDelay(0.001) }

  /// An array, a dictionary, an argument.
  func several() -> Task<Int> {
    let tasks: [Task<Int>] = [Task(1), Task(2), value()]
    let named = ["a": Task(3), "b": short(false)]
    return add(tasks[0], named["a"] ?? Task(0))
  }

  private func add(_ left: Task<Int>, _ right: Task<Int>) -> Task<Int> {
    left.continueOnSuccessWithTask { a in right.continueOnSuccessWith { b in a + b } }
  }
}
