// Generic functions, and functions of generic types.

import AsyncPromises

struct GenericFailure: Error, Equatable {}

final class GenericBox<Content> {
  private var content: Content
  init(_ content: Content) { self.content = content }

  func read(completion: @escaping (Content) -> Void) { completion(content) }

  /// A promise of what ``read(completion:)`` calls back with.
  func read() -> Promise<Content> where Content: Sendable { .wrap { read(completion: $0) } }

  func map<New>(_ transform: (Content) throws -> New, completion: @escaping (New?, Error?) -> Void)
  where New: Equatable {
    do { completion(try transform(content), nil) } catch { completion(nil, error) }
  }

  /// A promise of what ``map(_:completion:)`` calls back with.
  func map<New>(_ transform: (Content) throws -> New) -> Promise<New> where New: Equatable, New: Sendable {
    .wrap { map(transform, completion: $0) }
  }

  func replace(with next: @autoclosure () -> Content, completion: @escaping (Content) -> Void) {
    let old = content
    content = next()
    completion(old)
  }

  /// A promise of what ``replace(with:completion:)`` calls back with.
  func replace(with next: @autoclosure () -> Content) -> Promise<Content> where Content: Sendable {
    .wrap { replace(with: next(), completion: $0) }
  }
}

extension GenericBox {
  func again(count: Int = 2, completion: @escaping ([Content]) -> Void) {
    completion(Array(repeating: content, count: count))
  }

  /// A promise of what ``again(count:completion:)`` calls back with.
  func again(count: Int = 2) -> Promise<[Content]> where Content: Sendable {
    .wrap { again(count: count, completion: $0) }
  }
}

extension Array {
  func firstOf(completion: @escaping (Element?) -> Void) { completion(first) }

  /// A promise of what ``firstOf(completion:)`` calls back with.
  func firstOf() -> Promise<Element?> where Element: Sendable { .wrap { firstOf(completion: $0) } }
}

func genericParse<Number: FixedWidthInteger & Sendable>(
  _ text: String, as type: Number.Type,
  completion: @escaping (Result<Number, any Error>) -> Void
) {
  completion(Number(text).map { .success($0) } ?? .failure(GenericFailure()))
}

/// A promise of what ``genericParse(_:as:completion:)`` calls back with.
func genericParse<Number: FixedWidthInteger & Sendable>(_ text: String, as type: Number.Type) -> Promise<Number> {
  .wrap { genericParse(text, as: type, completion: $0) }
}

/// It changes what it is given.
func genericSwap<Item>(_ a: inout Item, _ b: Item, completion: @escaping (Item) -> Void) {
  let old = a
  a = b
  completion(old)
}

/// A promise of what ``genericSwap(_:_:completion:)`` calls back with.
func genericSwap<Item>(_ a: inout Item, _ b: Item) -> Promise<Item> where Item: Sendable {
  .wrap { genericSwap(&a, b, completion: $0) }
}
