// Functions that throw, and functions with other closures.

struct ThrowingFailure: Error, Equatable {}

struct ThrowingParser {
  /// What is no text is refused at once.
  func parse(_ text: String, completion: @escaping (Int?, Error?) -> Void) throws {
    if text.isEmpty { throw ThrowingFailure() }
    completion(Int(text), Int(text) == nil ? ThrowingFailure() : nil)
  }

  func each(
    _ numbers: [Int], by step: @escaping (Int) -> Int,
    // When all are done.
    completion: @escaping ([Int]) -> Void
  ) { completion(numbers.map(step)) }

  mutating func reset(to start: Int, then handler: @escaping (Int) -> Void, onComplete: Int = 0) {
    handler(start + onComplete)
  }
}
