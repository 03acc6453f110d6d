// Generic functions, and functions of generic types.

struct GenericFailure: Error, Equatable {}

final class GenericBox<Content> {
  private var content: Content
  init(_ content: Content) { self.content = content }

  func read(completion: @escaping (Content) -> Void) { completion(content) }

  func map<New>(_ transform: (Content) throws -> New, completion: @escaping (New?, Error?) -> Void)
  where New: Equatable {
    do { completion(try transform(content), nil) } catch { completion(nil, error) }
  }

  func replace(with next: @autoclosure () -> Content, completion: @escaping (Content) -> Void) {
    let old = content
    content = next()
    completion(old)
  }
}

extension GenericBox {
  func again(count: Int = 2, completion: @escaping ([Content]) -> Void) {
    completion(Array(repeating: content, count: count))
  }
}

extension Array {
  func firstOf(completion: @escaping (Element?) -> Void) { completion(first) }
}

func genericParse<Number: FixedWidthInteger & Sendable>(
  _ text: String, as type: Number.Type,
  completion: @escaping (Result<Number, any Error>) -> Void
) {
  completion(Number(text).map { .success($0) } ?? .failure(GenericFailure()))
}

/// It changes what it is given.
func genericSwap<Item>(_ a: inout Item, _ b: Item, completion: @escaping (Item) -> Void) {
  let old = a
  a = b
  completion(old)
}
