// Closures with several ways out, and names that are in the way.

import AsyncPromises

struct ReturnError: Error, Equatable {}

@MainActor
final class ReturnScreen {
  private(set) var log: [String] = []
  var isClosed = false

  private func number(_ number: Int) -> Promise<Int> {
    number < 0 ? Promise.rejected(ReturnError()) : Promise.fulfilled(number)
  }

  /// Each way out gives the value that came in.
  func ways(_ start: Int) -> Promise<Int> {
    number(start).map { number in
      if number == 0 {
        self.log.append("nothing")
        return number
      }
      guard number < 10 else { return number }
      for step in 0..<number {
        if step > 2 { return number }
        self.log.append("step \(step)")
      }
      return number
    }.map { value2 in
      if self.isClosed { return value2 }
      let value = 1
      self.log.append("open \(value)")
      return value2
    }
  }

  /// Each way out gives a promise.
  func promises(_ start: Int) -> Promise<Int> {
    number(start).then { number -> Promise<Int> in
      if number > 5 { return Promise.fulfilled(number) }
      switch number {
      case 0: throw ReturnError()
      case 1: return self.number(100)
      default: return self.number(number).map { promise in promise * 2 }
      }
    }
  }

  /// `resolver`, `value` and `promise` are names like any others.
  func names(_ value: Int) -> Promise<Int> {
    let resolver = value + 1
    let promise = number(resolver)
    return promise.map { value2 in
      self.log.append("\(value) \(resolver)")
      return value2
    }.map { resolver in
      resolver + value
    }
  }

  /// A chain within another one's closure, which keeps its own value.
  func nested(_ start: Int) -> Promise<Int> {
    number(start).then { outer in
      self.number(outer + 1).map { inner in
        self.log.append("inner \(inner)")
        return inner
      }.map { inner in
        outer * inner
      }
    }.map { self.log.append("product \($0)"); return $0 }
  }
}
