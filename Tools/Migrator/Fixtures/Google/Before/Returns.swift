// Closures with several ways out, and names that are in the way.

import GooglePromisesCompat

struct ReturnError: Error, Equatable {}

@MainActor
final class ReturnScreen {
  private(set) var log: [String] = []
  var isClosed = false

  private func number(_ number: Int) -> Promise<Int> {
    number < 0 ? Promise(ReturnError()) : Promise(number)
  }

  /// Each way out gives the value that came in.
  func ways(_ start: Int) -> Promise<Int> {
    number(start).then { number in
      if number == 0 {
        self.log.append("nothing")
        return
      }
      guard number < 10 else { return }
      for step in 0..<number {
        if step > 2 { return }
        self.log.append("step \(step)")
      }
    }.then { _ in
      if self.isClosed { return }
      let value = 1
      self.log.append("open \(value)")
    }
  }

  /// Each way out gives a promise.
  func promises(_ start: Int) -> Promise<Int> {
    number(start).then { number -> Promise<Int> in
      if number > 5 { return Promise(number) }
      switch number {
      case 0: throw ReturnError()
      case 1: return self.number(100)
      default: return self.number(number).then { promise in promise * 2 }
      }
    }
  }

  /// `resolver`, `value` and `promise` are names like any others.
  func names(_ value: Int) -> Promise<Int> {
    let resolver = value + 1
    let promise = number(resolver)
    return promise.then { _ in
      self.log.append("\(value) \(resolver)")
    }.then { resolver in
      resolver + value
    }
  }

  /// A chain within another one's closure, which keeps its own value.
  func nested(_ start: Int) -> Promise<Int> {
    number(start).then { outer in
      self.number(outer + 1).then { inner in
        self.log.append("inner \(inner)")
      }.then { inner in
        outer * inner
      }
    }.then { self.log.append("product \($0)") }
  }
}
