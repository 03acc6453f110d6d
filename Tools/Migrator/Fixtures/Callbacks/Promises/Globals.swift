import AsyncPromises

/// A number that nobody else has.
func globalNumber(completion: @escaping (Int) -> Void) { completion(42) }

/// The form of ``globalNumber(completion:)`` without a callback.
func globalNumber() -> Promise<Int> { .wrap { globalNumber(completion: $0) } }

private func globalSecret(_ text: String, completion: @escaping (String) -> Void) {
  completion(text + "?")
}

/// The form of ``globalSecret(_:completion:)`` without a callback.
private func globalSecret(_ text: String) -> Promise<String> {
  .wrap { globalSecret(text, completion: $0) }
}

#if DEBUG
  func globalMode(completion: @escaping (String) -> Void) {
    completion("debug")
  }

  /// The form of ``globalMode(completion:)`` without a callback.
  func globalMode() -> Promise<String> { .wrap { globalMode(completion: $0) } }
#else
  func globalMode(completion: @escaping (String) -> Void) {
    completion("release")
  }

  /// The form of ``globalMode(completion:)`` without a callback.
  func globalMode() -> Promise<String> { .wrap { globalMode(completion: $0) } }
#endif

enum Global {
  fileprivate static func hidden(completion: @escaping (Int) -> Void) { completion(1) }

  /// The form of ``hidden(completion:)`` without a callback.
  fileprivate static func hidden() -> Promise<Int> { .wrap { hidden(completion: $0) } }

  static func shown(completion: @escaping (Int) -> Void) {
    hidden { number in
      globalSecret("\(number)") { completion($0.count) }
    }
  }

  /// The form of ``shown(completion:)`` without a callback.
  static func shown() -> Promise<Int> { .wrap { shown(completion: $0) } }
}
