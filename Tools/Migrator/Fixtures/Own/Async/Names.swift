// Names that were in closures of their own, and meet in one function.

import AsyncPromises

@MainActor
final class Names {
  let journal = Journal()
  var value = 100

  /// Three handlers, one name.
  func thrice(_ value: Int) async throws -> Int {
    let value2 = try await twice(value)
    let value3 = value2 + 1
    let value4 = try await self.twice(value3)
    return value4 + value
  }

  /// The parameter is used again, after a handler's of its name.
  func again(_ number: Int) async throws -> Int {
    let number2 = try await twice(number)
    let tens = number2 * 10
    return tens + number
  }

  /// The property is used again, after a handler's parameter of its name.
  func property() async throws -> Int {
    let value = try await twice(1)
    let value2 = value + self.value
    return value2 + self.value
  }

  /// A constant of a handler has the name of one before the chain.
  func constants(_ number: Int) async throws -> String {
    let text = "\(number)"
    let count = try await Promise.immediate { try await twice(number) }.map { number in
      let text = "\(number)!"
      self.journal.write(text)
      return text.count
    }.get()
    return "\(text) \(count)"
  }

  func pairs(_ a: Int, _ b: Int) async throws -> String {
    let (a, b) = try await Promise.all(
      Promise.immediate { try await twice(a) }, Promise.immediate { try await twice(b) }
    ).get()
    let (first, second) = (b, a)
    return "\(first) \(second)"
  }

  func nested(_ number: Int) async throws -> Int {
    let number = try await twice(number)
    let inner = try await self.twice(number)
    return [1, 2].map { number in number * inner }.reduce(number, +)
  }

  private func twice(_ number: Int) async throws -> Int { number * 2 }
}
