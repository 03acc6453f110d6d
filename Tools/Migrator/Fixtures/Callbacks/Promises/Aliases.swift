// Handlers whose types have names.

import AsyncPromises

typealias AliasDone = (Int?, Error?) -> Void
typealias AliasResult<Value> = (Result<Value, Error>) -> Void

enum AliasApi {
  struct Answer: Sendable, Equatable { let text: String }
  typealias Completion = (Answer?, Error?) -> Void

  enum Inner {
    static func ask(_ text: String, completion: @escaping Completion) {
      completion(Answer(text: text), nil)
    }

    /// The form of ``ask(_:completion:)`` without a callback.
    static func ask(_ text: String) -> Promise<Answer> { .wrap { ask(text, completion: $0) } }
  }

  static func count(completion: @escaping AliasDone) { completion(3, nil) }

  /// The form of ``count(completion:)`` without a callback.
  static func count() -> Promise<Int> { .wrap { count(completion: $0) } }

  static func list<Item: Equatable>(
    of item: Item, completion: @escaping AliasResult<[Item]>
  ) { completion(.success([item, item])) }

  /// The form of ``list(of:completion:)`` without a callback.
  static func list<Item: Equatable>(of item: Item) -> Promise<[Item]> where Item: Sendable {
    .wrap { list(of: item, completion: $0) }
  }
}

/// The alias of another type, whose names mean the same here.
struct AliasUser {
  func ask(completion: @escaping AliasApi.Completion) {
    AliasApi.Inner.ask("user", completion: completion)
  }

  /// The form of ``ask(completion:)`` without a callback.
  func ask() -> Promise<AliasApi.Answer> { .wrap { ask(completion: $0) } }

  func count(completion: @escaping (_ count: Int, _ name: String) -> Void) { completion(1, "a") }

  /// The form of ``count(completion:)`` without a callback.
  func count() -> Promise<(Int, String)> { .wrap { count(completion: $0) } }
}
