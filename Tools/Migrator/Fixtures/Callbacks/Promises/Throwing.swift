// Functions that throw, and functions with other closures.

import AsyncPromises

struct ThrowingFailure: Error, Equatable {}

struct ThrowingParser {
  /// What is no text is refused at once.
  func parse(_ text: String, completion: @escaping (Int?, Error?) -> Void) throws {
    if text.isEmpty { throw ThrowingFailure() }
    completion(Int(text), Int(text) == nil ? ThrowingFailure() : nil)
  }

  /// The form of ``parse(_:completion:)`` without a callback.
  func parse(_ text: String) -> Promise<Int> { .wrap { try parse(text, completion: $0) } }

  func each(
    _ numbers: [Int], by step: @escaping (Int) -> Int,
    // When all are done.
    completion: @escaping ([Int]) -> Void
  ) { completion(numbers.map(step)) }

  /// The form of ``each(_:by:completion:)`` without a callback.
  func each(_ numbers: [Int], by step: @escaping (Int) -> Int) -> Promise<[Int]> {
    .wrap { each(numbers, by: step, completion: $0) }
  }

  mutating func reset(to start: Int, then handler: @escaping (Int) -> Void, onComplete: Int = 0) {
    handler(start + onComplete)
  }

  /// The form of ``reset(to:then:onComplete:)`` without a callback.
  mutating func reset(to start: Int, onComplete: Int = 0) -> Promise<Int> {
    .wrap { reset(to: start, then: $0, onComplete: onComplete) }
  }
}
