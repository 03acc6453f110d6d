// Generic functions, and functions of generic types.

import AsyncPromises

struct GenericFailure: Error, Equatable {}

final class GenericBox<Content> {
  private var content: Content
  init(_ content: Content) { self.content = content }

  func read(completion: @escaping (Content) -> Void) { completion(content) }

  /// The form of ``read(completion:)`` without a callback.
  nonisolated(nonsending) func read() async throws -> Content where Content: Sendable {
    try await Promise<Content>.wrap { read(completion: $0) }.get()
  }

  func map<New>(_ transform: (Content) throws -> New, completion: @escaping (New?, Error?) -> Void)
  where New: Equatable {
    do { completion(try transform(content), nil) } catch { completion(nil, error) }
  }

  /// The form of ``map(_:completion:)`` without a callback.
  nonisolated(nonsending) func map<New>(_ transform: (Content) throws -> New) async throws -> New where New: Equatable, New: Sendable {
    try await Promise<New>.wrap { map(transform, completion: $0) }.get()
  }

  func replace(with next: @autoclosure () -> Content, completion: @escaping (Content) -> Void) {
    let old = content
    content = next()
    completion(old)
  }

  /// The form of ``replace(with:completion:)`` without a callback.
  nonisolated(nonsending) func replace(with next: @autoclosure () -> Content) async throws -> Content where Content: Sendable {
    try await Promise<Content>.wrap { replace(with: next(), completion: $0) }.get()
  }
}

extension GenericBox {
  func again(count: Int = 2, completion: @escaping ([Content]) -> Void) {
    completion(Array(repeating: content, count: count))
  }

  /// The form of ``again(count:completion:)`` without a callback.
  nonisolated(nonsending) func again(count: Int = 2) async throws -> [Content] where Content: Sendable {
    try await Promise<[Content]>.wrap { again(count: count, completion: $0) }.get()
  }
}

extension Array {
  func firstOf(completion: @escaping (Element?) -> Void) { completion(first) }

  /// The form of ``firstOf(completion:)`` without a callback.
  nonisolated(nonsending) func firstOf() async throws -> Element? where Element: Sendable {
    try await Promise<Element?>.wrap { firstOf(completion: $0) }.get()
  }
}

func genericParse<Number: FixedWidthInteger & Sendable>(
  _ text: String, as type: Number.Type,
  completion: @escaping (Result<Number, any Error>) -> Void
) {
  completion(Number(text).map { .success($0) } ?? .failure(GenericFailure()))
}

/// The form of ``genericParse(_:as:completion:)`` without a callback.
func genericParse<Number: FixedWidthInteger & Sendable>(_ text: String, as type: Number.Type) async throws -> Number {
  try await Promise<Number>.wrap { genericParse(text, as: type, completion: $0) }.get()
}

/// It changes what it is given.
func genericSwap<Item>(_ a: inout Item, _ b: Item, completion: @escaping (Item) -> Void) {
  let old = a
  a = b
  completion(old)
}

/// The form of ``genericSwap(_:_:completion:)`` without a callback.
func genericSwap<Item>(_ a: inout Item, _ b: Item) -> Promise<Item> where Item: Sendable {
  .wrap { genericSwap(&a, b, completion: $0) }
}
