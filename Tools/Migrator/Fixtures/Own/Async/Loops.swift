// Functions that go on with themselves: a poll, another try, a step after the other.

import AsyncPromises

@MainActor
final class Loops {
  let journal = Journal()
  private var answers: [Int?]

  init(answers: [Int?]) { self.answers = answers }

  /// Asks until there is an answer.
  func poll() async throws -> Int {
    while true {
      let answer = try await ask()
      if let answer { return answer }
      self.journal.write("again")
      try await Task.sleep(for: .zero)
    }
  }

  /// Tries so often, and says why it tries again.
  func attempt(_ most: Int, from first: Int = 1) async throws -> Int {
    @MainActor func run(_ number: Int) async throws -> Int {
      var number = number
      while true {
        do {
          return try await odd(number)
        } catch {
          try Task.checkCancellation()
          guard number < most else { throw error }
          self.journal.write("\(number) failed")
          number = number + 1
          continue
        }
      }
    }
    return try await run(first)
  }

  func sum(_ numbers: [Int], _ total: Int) async throws -> Int {
    var numbers = numbers
    var total = total
    while true {
      guard let first = numbers.first else { return total }
      let total2 = try await add(first, total)
      (numbers, total) = (Array(numbers.dropFirst()), total2)
    }
  }

  /// Not the last thing that it does.
  func count(_ number: Int) -> Promise<Int> {
    guard number > 0 else { return .fulfilled(0) }
    return Promise.immediate { try await add(-1, number) }.then { self.count($0) }.map { $0 + 1 }
  }

  private func ask() async throws -> Int? { answers.isEmpty ? 0 : answers.removeFirst() }
  private func add(_ a: Int, _ b: Int) async throws -> Int { a + b }
  private func odd(_ number: Int) async throws -> Int {
    if number % 3 == 0 {
      return number
    } else {
      throw Unwanted(what: "\(number)")
    }
  }
}
