import AsyncPromises

/// A number that nobody else has.
func globalNumber(completion: @escaping (Int) -> Void) { completion(42) }

/// The form of ``globalNumber(completion:)`` without a callback.
func globalNumber() async throws -> Int {
  try await Promise<Int>.wrap { globalNumber(completion: $0) }.get()
}

private func globalSecret(_ text: String, completion: @escaping (String) -> Void) {
  completion(text + "?")
}

/// The form of ``globalSecret(_:completion:)`` without a callback.
private func globalSecret(_ text: String) async throws -> String {
  try await Promise<String>.wrap { globalSecret(text, completion: $0) }.get()
}

#if DEBUG
  func globalMode(completion: @escaping (String) -> Void) {
    completion("debug")
  }

  /// The form of ``globalMode(completion:)`` without a callback.
  func globalMode() async throws -> String {
    try await Promise<String>.wrap { globalMode(completion: $0) }.get()
  }
#else
  func globalMode(completion: @escaping (String) -> Void) {
    completion("release")
  }

  /// The form of ``globalMode(completion:)`` without a callback.
  func globalMode() async throws -> String {
    try await Promise<String>.wrap { globalMode(completion: $0) }.get()
  }
#endif

enum Global {
  fileprivate static func hidden(completion: @escaping (Int) -> Void) { completion(1) }

  /// The form of ``hidden(completion:)`` without a callback.
  fileprivate static func hidden() async throws -> Int {
    try await Promise<Int>.wrap { hidden(completion: $0) }.get()
  }

  static func shown(completion: @escaping (Int) -> Void) {
    hidden { number in
      globalSecret("\(number)") { completion($0.count) }
    }
  }

  /// The form of ``shown(completion:)`` without a callback.
  static func shown() async throws -> Int {
    try await Promise<Int>.wrap { shown(completion: $0) }.get()
  }
}
