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

    /// A promise of what ``ask(_:completion:)`` calls back with.
    static func ask(_ text: String) -> Promise<Answer> { .wrap { ask(text, completion: $0) } }
  }

  static func count(completion: @escaping AliasDone) { completion(3, nil) }

  /// A promise of what ``count(completion:)`` calls back with.
  static func count() -> Promise<Int> { .wrap { count(completion: $0) } }

  static func list<Item: Equatable>(
    of item: Item, completion: @escaping AliasResult<[Item]>
  ) { completion(.success([item, item])) }

  /// A promise of what ``list(of:completion:)`` calls back with.
  static func list<Item: Equatable>(of item: Item) -> Promise<[Item]> where Item: Sendable {
    .wrap { list(of: item, completion: $0) }
  }
}

/// The alias of another type, whose names mean the same here.
struct AliasUser {
  func ask(completion: @escaping AliasApi.Completion) {
    AliasApi.Inner.ask("user", completion: completion)
  }

  /// A promise of what ``ask(completion:)`` calls back with.
  func ask() -> Promise<AliasApi.Answer> { .wrap { ask(completion: $0) } }

  func count(completion: @escaping (_ count: Int, _ name: String) -> Void) { completion(1, "a") }

  /// A promise of what ``count(completion:)`` calls back with.
  func count() -> Promise<(Int, String)> { .wrap { count(completion: $0) } }
}
