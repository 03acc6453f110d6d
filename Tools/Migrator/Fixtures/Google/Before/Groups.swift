// Several promises at once: all of them, any of them, and the first.

import GooglePromisesCompat

struct GroupError: Error, Equatable {
  let number: Int
}

struct GroupSource: Sendable {
  func number(_ number: Int) -> Promise<Int> {
    number < 0 ? Promise(GroupError(number: number)) : Promise(number)
  }

  func text(_ text: String) -> Promise<String> { Promise(text) }
}

@MainActor
final class GroupScreen {
  private(set) var title = ""
  let source = GroupSource()

  func sum(_ numbers: [Int]) -> Promise<Int> {
    all(numbers.map { source.number($0) }).then { $0.reduce(0, +) }
  }

  func pair(_ number: Int) -> Promise<String> {
    all(source.number(number), source.text("x")).then { number, text in
      self.title = text
    }.then { number, text in
      "\(text)\(number)"
    }
  }

  func five() -> Promise<[Int]> {
    all(
      on: .main,
      source.number(1), source.number(2), source.number(3), source.number(4), source.number(5))
  }

  func same() -> Promise<Int> {
    all(source.number(1), source.number(2)).then { first, second in first + second }
  }

  /// All outcomes, one of them a value at least.
  func states(_ numbers: [Int]) -> Promise<String> {
    any(numbers.map { source.number($0) }).then { outcomes in
      outcomes.map { outcome in
        switch outcome {
        case .value(let number): "\(number)"
        case .error: "-"
        }
      }.joined(separator: " ")
    }.then { text in
      self.title = text
    }
  }

  /// Outcomes of two types.
  func either(_ number: Int) -> Promise<String> {
    any(source.number(number), source.text("x")).then { number, text in
      "\(number.value ?? 0) \(text.value ?? "none")"
    }
  }

  func first(_ numbers: [Int]) -> Promise<Int> {
    race(numbers.map(source.number)).then { $0 + 1 }
  }

  func faster() -> Promise<Int> {
    race(source.number(1), Promise<Int>(7).delay(300))
  }
}
