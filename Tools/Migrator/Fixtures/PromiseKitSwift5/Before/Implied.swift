// Members whose promises the compiler takes for associated types, or finds without a name.

import Foundation
import PromiseKitCompat

func leaf(_ number: Int) -> Promise<Int> {
  Promise { seal in
    DispatchQueue.global().async { seal.fulfill(number) }
  }
}

struct Book: Sequence, IteratorProtocol {
  private let last: Int
  private var number = 0

  init(last: Int) { self.last = last }

  mutating func next() -> Promise<Int>? {
    guard number < last else { return nil }
    number += 1
    return leaf(number)
  }
}

protocol Producer {
  associatedtype Output
  func produce() -> Output
}

struct Writer: Producer {
  let number: Int

  func produce() -> Promise<Int> { leaf(number).map { $0 * 10 } }
}

extension Producer where Output == Promise<Int> {
  func doubled() -> Promise<Int> { produce().map { $0 * 2 } }
}

func ~= (number: Int, promise: Promise<Int>) -> Bool { promise.value == number }

@dynamicCallable
struct Numerator {
  func dynamicallyCall(withArguments numbers: [Int]) -> Promise<Int> {
    leaf(numbers.count).map { $0 + 100 }
  }
}

final class Reader {
  private(set) var lines: [String] = []
  private let numerator = Numerator()

  func read(_ end: @escaping () -> Void) {
    leaf(0).then { _ in
      when(fulfilled: Book(last: 3).map { $0.map { $0 + 1 } })
    }.then { numbers -> Promise<[Int]> in
      self.lines.append("book \(numbers)")
      return when(fulfilled: Book(last: 2), concurrently: 1)
    }.then { numbers -> Promise<Int> in
      self.lines.append("again \(numbers)")
      return Writer(number: 4).doubled()
    }.then { number -> Promise<Int> in
      self.lines.append("writer \(number)")
      return self.numerator(1, 2, 3)
    }.done { number in
      self.lines.append("numerator \(number)")
      switch Promise.value(number) {
      case 103: self.lines.append("matched")
      default: self.lines.append("not matched")
      }
    }.catch { self.lines.append("\($0)") }.finally { end() }
  }

  func add(_ end: @escaping () -> Void) {
    leaf(1).then { leaf($0 + 1) }.done { number in
      self.lines.append("sum \(number)")
    }.catch { self.lines.append("\($0)") }.finally { end() }
  }
}
