// Calls in all layouts: parentheses, labels, comments in odd places, chains in arguments.

import Dispatch
import AsyncPromises

struct LayoutError: Error, Equatable {}

@MainActor
final class LayoutScreen {
  private(set) var log: [String] = []
  private lazy var cached: Promise<Int> = number(7).map { $0 + 1 }
  private(set) var running: [Promise<Int>] = []

  private func number(_ number: Int) -> Promise<Int> { Promise.fulfilled(number) }

  func parentheses() -> Promise<Int> {
    return number(1)
      .then({ number in self.number(number + 1) })
      // a comment between two links
      .map({ (number: Int) -> Int in number * 2 })  // and one behind
      .map { /* within */ number in
        self.log.append("\(number)")
        return number
        // at the end
      }
      .finally({ self.log.append("over") })
  }

  func commented() -> Promise<Int> {
    number(2).map { number in
      self.log.append("in")  // the last statement
      return number
    }
    .map { number in /* before */ number + 1 /* behind */ }
  }

  func array() -> Promise<[Int]> {
    running = [number(1).map { $0 + 1 }, number(2).map { number in self.log.append("two"); return number }]
    return Promise.all(running + [cached]).map { numbers in
      self.log.append("\(numbers.count)")
      return numbers
    }
  }

  func argument() -> Promise<Int> {
    follow(number(1).map { $0 + 10 }, and: (number(2).map { $0 + 20 }))
  }

  private func follow(_ first: Promise<Int>, and second: Promise<Int>) -> Promise<Int> {
    Promise.all(first, second).map { one, two in
      self.log.append("\(one) \(two)")
      return (one, two)
    }.map { $0 + $1 }
  }

  func conditional(_ isLong: Bool) -> Promise<Int> {
    let start = number(5)
    #if DEBUG
      log.append("debug")
    #endif
    if isLong {
      return start.map { number in self.log.append("long"); return number }
    } else {
      return start
    }
  }

  func optional(_ promise: Promise<Int>?) -> Promise<Int>? {
    promise?.map { $0 + 1 }.catch { _ in self.log.append("error") }
  }
}
