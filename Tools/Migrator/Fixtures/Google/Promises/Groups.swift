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

  func sum(_ numbers: [Int]) -> Promise<Int> {
    Promise.all(numbers.map { source.number($0) }).map { $0.reduce(0, +) }
  }

  func pair(_ number: Int) -> Promise<String> {
    Promise.all(source.number(number), source.text("x")).map { number, text in
      self.title = text
      return (number, text)
    }.map { number, text in
      "\(text)\(number)"
    }
  }

  func five() -> Promise<[Int]> {
    Promise.all(
      [source.number(1), source.number(2), source.number(3), source.number(4), source.number(5)])
  }

  func same() -> Promise<Int> {
    Promise.all(source.number(1), source.number(2)).map { first, second in first + second }
  }

  /// All outcomes, one of them a value at least.
  func states(_ numbers: [Int]) -> Promise<String> {
    any(numbers.map { source.number($0) }.map { GooglePromisesCompat.Promise($0) }).asyncPromise.map { outcomes in
      outcomes.map { outcome in
        switch outcome {
        case .value(let number): "\(number)"
        case .error: "-"
        }
      }.joined(separator: " ")
    }.map { text in
      self.title = text
      return text
    }
  }

  /// Outcomes of two types.
  func either(_ number: Int) -> Promise<String> {
    any(GooglePromisesCompat.Promise(source.number(number)), GooglePromisesCompat.Promise(source.text("x"))).asyncPromise.map { number, text in
      "\(number.value ?? 0) \(text.value ?? "none")"
    }
  }

  func first(_ numbers: [Int]) -> Promise<Int> {
    Promise.race(numbers.map(source.number)).map { $0 + 1 }
  }

  func faster() -> Promise<Int> {
    Promise.race(source.number(1), Promise<Int>.fulfilled(7).delay(by: .seconds(300)))
  }
}
