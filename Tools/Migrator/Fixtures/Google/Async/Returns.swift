// Closures with several ways out, and names that are in the way.

import AsyncPromises

struct ReturnError: Error, Equatable {}

@MainActor
final class ReturnScreen {
  private(set) var log: [String] = []
  var isClosed = false

  private func number(_ number: Int) async throws -> Int {
    if number < 0 {
      throw ReturnError()
    } else {
      return number
    }
  }

  /// Each way out gives the value that came in.
  func ways(_ start: Int) async throws -> Int {
    let value2 = try await Promise.immediate { try await number(start) }.map { number in
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
    }.get()
    if self.isClosed { return value2 }
    let value = 1
    self.log.append("open \(value)")
    return value2
  }

  /// Each way out gives a promise.
  func promises(_ start: Int) async throws -> Int {
    let number = try await number(start)
    if number > 5 { return number }
    switch number {
    case 0: throw ReturnError()
    case 1: return try await self.number(100)
    default:
      let promise = try await self.number(number)
      return promise * 2
    }
  }

  /// `resolver`, `value` and `promise` are names like any others.
  func names(_ value: Int) async throws -> Int {
    let resolver = value + 1
    let promise = Promise.immediate { try await number(resolver) }
    let value2 = try await promise.get()
    self.log.append("\(value) \(resolver)")
    return value2 + value
  }

  /// A chain within another one's closure, which keeps its own value.
  func nested(_ start: Int) async throws -> Int {
    let outer = try await number(start)
    let inner = try await self.number(outer + 1)
    self.log.append("inner \(inner)")
    let value = outer * inner
    self.log.append("product \(value)")
    return value
  }
}
