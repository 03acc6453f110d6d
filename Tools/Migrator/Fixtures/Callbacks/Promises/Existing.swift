// Functions that have another form already.

import AsyncPromises

final class ExistingStore: Sendable {
  func load(_ number: Int, completion: @escaping (Int) -> Void) { completion(number) }
  func load(_ number: Int) async -> Int { number * 2 }

  func find(_ number: Int, completion: @escaping (Int) -> Void) { completion(number) }
  func find(_ number: Int) -> Promise<Int> { .fulfilled(number * 3) }

  /// What is at hand.
  func cached(_ number: Int, completion: @escaping (Int) -> Void) { completion(number) }
  func cached(_ number: Int) -> Int { number * 4 }

  func other(_ number: Int, completion: @escaping (Int) -> Void) { completion(number) }

  /// The form of ``other(_:completion:)`` without a callback.
  func other(_ number: Int) -> Promise<Int> { .wrap { other(number, completion: $0) } }

  func other(named name: String) -> Int { name.count }
}

extension ExistingStore {
  func elsewhere(completion: @escaping (Int) -> Void) { completion(1) }
}

extension ExistingStore {
  func elsewhere() async -> Int { 2 }
}
