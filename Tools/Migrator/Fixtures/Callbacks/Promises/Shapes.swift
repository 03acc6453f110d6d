// The usual shapes of completion handlers.

import AsyncPromises
import Foundation

struct ShapeFailure: Error, Equatable {}

final class ShapeStore: Sendable {
  /// When it is over.
  func sync(completion: @escaping () -> Void) { completion() }

  /// The form of ``sync(completion:)`` without a callback.
  func sync() -> Promise<Void> { .wrap { sync(completion: $0) } }

  func number(completion: @escaping (Int) -> Void) { completion(1) }

  /// The form of ``number(completion:)`` without a callback.
  func number() -> Promise<Int> { .wrap { number(completion: $0) } }

  func name(of number: Int, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    DispatchQueue.global().async {
      if number < 0 { completion(nil, ShapeFailure()) } else { completion("n\(number)", nil) }
    }
  }

  /// The form of ``name(of:completion:)`` without a callback.
  func name(of number: Int) -> Promise<String> { .wrap { name(of: number, completion: $0) } }

  func save(_ number: Int, completionHandler: @escaping ((any Error)?) -> Void) {
    completionHandler(number < 0 ? ShapeFailure() : nil)
  }

  /// The form of ``save(_:completionHandler:)`` without a callback.
  func save(_ number: Int) -> Promise<Void> { .wrap { save(number, completionHandler: $0) } }

  func load(
    _ number: Int, from place: String = "disk", completion: @escaping (Result<Int, Error>) -> Void
  ) {
    completion(number < 0 ? .failure(ShapeFailure()) : .success(number + place.count))
  }

  /// The form of ``load(_:from:completion:)`` without a callback.
  func load(_ number: Int, from place: String = "disk") -> Promise<Int> {
    .wrap { load(number, from: place, completion: $0) }
  }

  func typed(callback: @escaping (Result<String, ShapeFailure>) -> Void) {
    callback(.failure(ShapeFailure()))
  }

  /// The form of ``typed(callback:)`` without a callback.
  func typed() -> Promise<String> { .wrap { typed(callback: $0) } }

  func check(_ number: Int, reply: @escaping (Bool, Error?) -> Void) {
    reply(number > 0, number < 0 ? ShapeFailure() : nil)
  }

  /// The form of ``check(_:reply:)`` without a callback.
  func check(_ number: Int) -> Promise<Bool> { .wrap { check(number, reply: $0) } }

  func pair(completion: @escaping (Int, String) -> Void) { completion(1, "a") }

  /// The form of ``pair(completion:)`` without a callback.
  func pair() -> Promise<(Int, String)> { .wrap { pair(completion: $0) } }

  func both(_ isFailing: Bool, completion: @escaping (Int?, String?, Error?) -> Void) {
    if isFailing { completion(nil, nil, ShapeFailure()) } else { completion(2, "b", nil) }
  }

  /// The form of ``both(_:completion:)`` without a callback.
  func both(_ isFailing: Bool) -> Promise<(Int, String)> {
    .wrap { both(isFailing, completion: $0) }
  }

  func optional(completion: @escaping (Int?) -> Void) { completion(nil) }

  /// The form of ``optional(completion:)`` without a callback.
  func optional() -> Promise<Int?> { .wrap { optional(completion: $0) } }
}
