import AsyncPromises

/// A number that nobody else has.
func globalNumber(completion: @escaping (Int) -> Void) { completion(42) }

/// A promise of what ``globalNumber(completion:)`` calls back with.
func globalNumber() -> Promise<Int> { .wrap { globalNumber(completion: $0) } }

private func globalSecret(_ text: String, completion: @escaping (String) -> Void) {
  completion(text + "?")
}

/// A promise of what ``globalSecret(_:completion:)`` calls back with.
private func globalSecret(_ text: String) -> Promise<String> {
  .wrap { globalSecret(text, completion: $0) }
}

#if DEBUG
  func globalMode(completion: @escaping (String) -> Void) {
    completion("debug")
  }

  /// A promise of what ``globalMode(completion:)`` calls back with.
  func globalMode() -> Promise<String> { .wrap { globalMode(completion: $0) } }
#else
  func globalMode(completion: @escaping (String) -> Void) {
    completion("release")
  }

  /// A promise of what ``globalMode(completion:)`` calls back with.
  func globalMode() -> Promise<String> { .wrap { globalMode(completion: $0) } }
#endif

enum Global {
  fileprivate static func hidden(completion: @escaping (Int) -> Void) { completion(1) }

  /// A promise of what ``hidden(completion:)`` calls back with.
  fileprivate static func hidden() -> Promise<Int> { .wrap { hidden(completion: $0) } }

  static func shown(completion: @escaping (Int) -> Void) {
    hidden { number in
      globalSecret("\(number)") { completion($0.count) }
    }
  }

  /// A promise of what ``shown(completion:)`` calls back with.
  static func shown() -> Promise<Int> { .wrap { shown(completion: $0) } }
}
