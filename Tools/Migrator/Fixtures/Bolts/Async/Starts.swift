// What chains begin with.

import AsyncPromises
import BoltsCompat

struct StartFailure: Error, Equatable {}

@MainActor
final class Starter {
  private(set) var log: [String] = []

  func value() async throws -> Int { 1 }
  func nothing() async throws {  }
  func failure() async throws -> Int { throw StartFailure() }
  func cancelled() async throws -> Int { throw CancellationError() }
  func short(_ isFailing: Bool) async throws -> Int {
    if isFailing {
      throw StartFailure()
    } else {
      return 2
    }
  }

  /// The body runs at once.
  func parse(_ text: String) async throws -> Int {
    let task = Promise<Int>(Result {
      self.log.append("parses")
      guard let number = Int(text) else { throw StartFailure() }
      return number
    })
    log.append("parsed")
    return try await task.get()
  }

  func immediate() async throws -> Int {
    try await Promise<Int>(Result { 3 }).get()
  }

  func closure(_ text: String) async throws -> Int {
    try await Promise(Result { Int(text) ?? 0 }).get()
  }

  func onMain() async throws -> Int {
    let task = Promise<Int> { @MainActor in
      MainActor.preconditionIsolated()
      self.log.append("on main")
      return 4
    }
    log.append("executed")
    return try await task.get()
  }

  func withTask() async throws -> Int {
    try await self.parse("5")
  }

  nonisolated static func offMain() async throws -> Bool {
    try await Promise<Bool> { @MainActor in
      MainActor.preconditionIsolated()
      return true
    }.get()
  }

  func later() async throws -> String {
    let pause = 0.001
    try await _Concurrency.Task.sleep(for: .seconds(pause))
    self.log.append("later")
    return "late"
  }

  func soon() async throws { try await Promise<Void>.delay(for: .seconds(0.001)).get() }

  /// An array, a dictionary, an argument.
  func several() async throws -> Int {
    let tasks: [Promise<Int>] = [Promise.fulfilled(1), Promise.fulfilled(2), Promise.immediate { try await value() }]
    let named = ["a": Promise.fulfilled(3), "b": Promise.immediate { try await short(false) }]
    return try await add(tasks[0], named["a"] ?? Promise.fulfilled(0))
  }

  private func add(_ left: Promise<Int>, _ right: Promise<Int>) async throws -> Int {
    try await BoltsCompat.Task(left).continueOnSuccessWithTask { a in BoltsCompat.Task(right.map { b in a + b }) }.asyncPromise.get()
  }
}
