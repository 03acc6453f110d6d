// Several promises at once: all of them, any of them, and the first.

import AsyncPromises
import GooglePromisesCompat
import struct AsyncPromises.Promise

struct GroupError: Error, Equatable {
  let number: Int
}

struct GroupSource: Sendable {
  func number(_ number: Int) -> Promise<Int> {
    number < 0 ? Promise.rejected(GroupError(number: number)) : Promise.fulfilled(number)
  }

  func text(_ text: String) -> Promise<String> { Promise.fulfilled(text) }
}

@MainActor
final class GroupScreen {
  private(set) var title = ""
  let source = GroupSource()

  func sum(_ numbers: [Int]) async throws -> Int {
    let value = try await Promise.all(numbers.map { source.number($0) }).get()
    return value.reduce(0, +)
  }

  func pair(_ number: Int) async throws -> String {
    let (number, text) = try await Promise.all(source.number(number), source.text("x")).get()
    self.title = text
    let (number2, text2) = (number, text)
    return "\(text2)\(number2)"
  }

  func five() async throws -> [Int] {
    try await Promise.all(
      [source.number(1), source.number(2), source.number(3), source.number(4), source.number(5)]
    ).get()
  }

  func same() async throws -> Int {
    let (first, second) = try await Promise.all(source.number(1), source.number(2)).get()
    return first + second
  }

  /// All outcomes, one of them a value at least.
  func states(_ numbers: [Int]) async throws -> String {
    let outcomes = try await any(numbers.map { source.number($0) }.map { GooglePromisesCompat.Promise($0) }).asyncPromise.get()
    let text = outcomes.map { outcome in
      switch outcome {
      case .value(let number): "\(number)"
      case .error: "-"
      }
    }.joined(separator: " ")
    self.title = text
    return text
  }

  /// Outcomes of two types.
  func either(_ number: Int) async throws -> String {
    let (number, text) = try await any(GooglePromisesCompat.Promise(source.number(number)), GooglePromisesCompat.Promise(source.text("x"))).asyncPromise.get()
    return "\(number.value ?? 0) \(text.value ?? "none")"
  }

  func first(_ numbers: [Int]) async throws -> Int {
    let value = try await Promise.race(numbers.map(source.number)).get()
    return value + 1
  }

  func faster() async throws -> Int {
    try await Promise.race(
      source.number(1), Promise<Int>.fulfilled(7).delay(by: .seconds(300))
    ).get()
  }
}
