// Handlers whose types have names.

typealias AliasDone = (Int?, Error?) -> Void
typealias AliasResult<Value> = (Result<Value, Error>) -> Void

enum AliasApi {
  struct Answer: Sendable, Equatable { let text: String }
  typealias Completion = (Answer?, Error?) -> Void

  enum Inner {
    static func ask(_ text: String, completion: @escaping Completion) {
      completion(Answer(text: text), nil)
    }
  }

  static func count(completion: @escaping AliasDone) { completion(3, nil) }

  static func list<Item: Equatable>(
    of item: Item, completion: @escaping AliasResult<[Item]>
  ) { completion(.success([item, item])) }
}

/// The alias of another type, whose names mean the same here.
struct AliasUser {
  func ask(completion: @escaping AliasApi.Completion) {
    AliasApi.Inner.ask("user", completion: completion)
  }

  func count(completion: @escaping (_ count: Int, _ name: String) -> Void) { completion(1, "a") }
}
