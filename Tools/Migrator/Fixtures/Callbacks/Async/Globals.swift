import AsyncPromises

/// A number that nobody else has.
func globalNumber(completion: @escaping (Int) -> Void) { completion(42) }

/// A promise of what ``globalNumber(completion:)`` calls back with.
func globalNumber() async throws -> Int {
  try await Promise<Int>.wrap { globalNumber(completion: $0) }.get()
}

private func globalSecret(_ text: String, completion: @escaping (String) -> Void) {
  completion(text + "?")
}

/// A promise of what ``globalSecret(_:completion:)`` calls back with.
private func globalSecret(_ text: String) async throws -> String {
  try await Promise<String>.wrap { globalSecret(text, completion: $0) }.get()
}

#if DEBUG
  func globalMode(completion: @escaping (String) -> Void) {
    completion("debug")
  }

  /// A promise of what ``globalMode(completion:)`` calls back with.
  func globalMode() async throws -> String {
    try await Promise<String>.wrap { globalMode(completion: $0) }.get()
  }
#else
  func globalMode(completion: @escaping (String) -> Void) {
    completion("release")
  }

  /// A promise of what ``globalMode(completion:)`` calls back with.
  func globalMode() async throws -> String {
    try await Promise<String>.wrap { globalMode(completion: $0) }.get()
  }
#endif

enum Global {
  fileprivate static func hidden(completion: @escaping (Int) -> Void) { completion(1) }

  /// A promise of what ``hidden(completion:)`` calls back with.
  fileprivate static func hidden() async throws -> Int {
    try await Promise<Int>.wrap { hidden(completion: $0) }.get()
  }

  static func shown(completion: @escaping (Int) -> Void) {
    hidden { number in
      globalSecret("\(number)") { completion($0.count) }
    }
  }

  /// A promise of what ``shown(completion:)`` calls back with.
  static func shown() async throws -> Int {
    try await Promise<Int>.wrap { shown(completion: $0) }.get()
  }
}
