// Calls in all layouts: parentheses, labels, comments in odd places, chains in arguments.

import Dispatch
import AsyncPromises

struct LayoutError: Error, Equatable {}

@MainActor
final class LayoutScreen {
  private(set) var log: [String] = []
  private lazy var cached: Promise<Int> = Promise.immediate { try await number(7) }.map { $0 + 1 }
  private(set) var running: [Promise<Int>] = []

  private func number(_ number: Int) async throws -> Int { number }

  func parentheses() async throws -> Int {
    defer {
      self.log.append("over")
    }
    let number = try await number(1)
    let number2: Int = try await self.number(number + 1)
    // a comment between two links
    let number3 = number2 * 2
    // and one behind
    /* within */
    self.log.append("\(number3)")
    return number3
    // at the end
  }

  func commented() async throws -> Int {
    let number = try await number(2)
    self.log.append("in")  // the last statement
    /* before */
    return number + 1  /* behind */
  }

  func array() async throws -> [Int] {
    running = [Promise.immediate { try await number(1) }.map { $0 + 1 }, Promise.immediate { try await number(2) }.map { number in self.log.append("two"); return number }]
    let numbers = try await Promise.all(running + [cached]).get()
    self.log.append("\(numbers.count)")
    return numbers
  }

  func argument() async throws -> Int {
    try await follow(
      Promise.immediate { try await number(1) }.map { $0 + 10 },
      and: (Promise.immediate { try await number(2) }.map { $0 + 20 })
    )
  }

  private func follow(_ first: Promise<Int>, and second: Promise<Int>) async throws -> Int {
    let (one, two) = try await Promise.all(first, second).get()
    self.log.append("\(one) \(two)")
    let (first2, second2) = (one, two)
    return first2 + second2
  }

  func conditional(_ isLong: Bool) async throws -> Int {
    let start = Promise.immediate { try await number(5) }
    #if DEBUG
      log.append("debug")
    #endif
    if isLong {
      let number = try await start.get()
      self.log.append("long")
      return number
    } else {
      return try await start.get()
    }
  }

  func optional(_ promise: Promise<Int>?) -> Promise<Int>? {
    promise?.map { $0 + 1 }.catch { _ in self.log.append("error") }
  }
}
