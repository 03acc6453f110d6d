// The usual shapes of completion handlers.

import Foundation

struct ShapeFailure: Error, Equatable {}

final class ShapeStore: Sendable {
  /// When it is over.
  func sync(completion: @escaping () -> Void) { completion() }

  func number(completion: @escaping (Int) -> Void) { completion(1) }

  func name(of number: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    DispatchQueue.global().async {
      if number < 0 { completion(nil, ShapeFailure()) } else { completion("n\(number)", nil) }
    }
  }

  func save(_ number: Int, completionHandler: @escaping ((any Error)?) -> Void) {
    completionHandler(number < 0 ? ShapeFailure() : nil)
  }

  func load(
    _ number: Int, from place: String = "disk", completion: @escaping (Result<Int, Error>) -> Void
  ) {
    completion(number < 0 ? .failure(ShapeFailure()) : .success(number + place.count))
  }

  func typed(callback: @escaping (Result<String, ShapeFailure>) -> Void) {
    callback(.failure(ShapeFailure()))
  }

  func check(_ number: Int, reply: @escaping (Bool, Error?) -> Void) {
    reply(number > 0, number < 0 ? ShapeFailure() : nil)
  }

  func pair(completion: @escaping (Int, String) -> Void) { completion(1, "a") }

  func both(_ isFailing: Bool, completion: @escaping (Int?, String?, Error?) -> Void) {
    if isFailing { completion(nil, nil, ShapeFailure()) } else { completion(2, "b", nil) }
  }

  func optional(completion: @escaping (Int?) -> Void) { completion(nil) }
}
