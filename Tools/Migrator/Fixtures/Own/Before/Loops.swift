// Functions that go on with themselves: a poll, another try, a step after the other.

import AsyncPromises

@MainActor
final class Loops {
  let journal = Journal()
  private var answers: [Int?]

  init(answers: [Int?]) { self.answers = answers }

  /// Asks until there is an answer.
  func poll() -> Promise<Int> {
    ask().then { answer -> Promise<Int> in
      if let answer { return .fulfilled(answer) }
      self.journal.write("again")
      return Promise.delay(for: .zero).then { self.poll() }
    }
  }

  /// Tries so often, and says why it tries again.
  func attempt(_ most: Int, from first: Int = 1) -> Promise<Int> {
    @MainActor func run(_ number: Int) -> Promise<Int> {
      odd(number).recover(.promise) { error in
        guard number < most else { throw error }
        self.journal.write("\(number) failed")
        return run(number + 1)
      }
    }
    return run(first)
  }

  func sum(_ numbers: [Int], _ total: Int) -> Promise<Int> {
    guard let first = numbers.first else { return .fulfilled(total) }
    return add(first, total).then { total in
      self.sum(Array(numbers.dropFirst()), total)
    }
  }

  /// Not the last thing that it does.
  func count(_ number: Int) -> Promise<Int> {
    guard number > 0 else { return .fulfilled(0) }
    return add(-1, number).then { self.count($0) }.map { $0 + 1 }
  }

  private func ask() -> Promise<Int?> { .fulfilled(answers.isEmpty ? 0 : answers.removeFirst()) }
  private func add(_ a: Int, _ b: Int) -> Promise<Int> { .fulfilled(a + b) }
  private func odd(_ number: Int) -> Promise<Int> {
    number % 3 == 0 ? .fulfilled(number) : .rejected(Unwanted(what: "\(number)"))
  }
}
