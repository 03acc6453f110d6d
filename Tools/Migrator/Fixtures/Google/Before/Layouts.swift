// Calls in all layouts: parentheses, labels, comments in odd places, chains in arguments.

import Dispatch
import GooglePromisesCompat

struct LayoutError: Error, Equatable {}

@MainActor
final class LayoutScreen {
  private(set) var log: [String] = []
  private lazy var cached: Promise<Int> = number(7).then { $0 + 1 }
  private(set) var running: [Promise<Int>] = []

  private func number(_ number: Int) -> Promise<Int> { Promise(number) }

  func parentheses() -> Promise<Int> {
    return number(1)
      .then({ number in self.number(number + 1) })
      // a comment between two links
      .then(on: .main, { (number: Int) -> Int in number * 2 })  // and one behind
      .then(on: DispatchQueue.main) { /* within */ number in
        self.log.append("\(number)")
        // at the end
      }
      .always({ self.log.append("over") })
  }

  func commented() -> Promise<Int> {
    number(2).then { number in
      self.log.append("in")  // the last statement
    }
    .then { number in /* before */ number + 1 /* behind */ }
  }

  func array() -> Promise<[Int]> {
    running = [number(1).then { $0 + 1 }, number(2).then { number in self.log.append("two") }]
    return all(running + [cached]).then { numbers in
      self.log.append("\(numbers.count)")
    }
  }

  func argument() -> Promise<Int> {
    follow(number(1).then { $0 + 10 }, and: (number(2).then { $0 + 20 }))
  }

  private func follow(_ first: Promise<Int>, and second: Promise<Int>) -> Promise<Int> {
    all(first, second).then { one, two in
      self.log.append("\(one) \(two)")
    }.then { $0 + $1 }
  }

  func conditional(_ isLong: Bool) -> Promise<Int> {
    let start = number(5)
    #if DEBUG
      log.append("debug")
    #endif
    if isLong {
      return start.then { number in self.log.append("long") }
    } else {
      return start
    }
  }

  func optional(_ promise: Promise<Int>?) -> Promise<Int>? {
    promise?.then { $0 + 1 }.catch { _ in self.log.append("error") }
  }
}
