// Requirements with completion handlers.

import AsyncPromises

/// Loads by number.
public protocol ProtocolLoader {
  /// Of one number.
  func load(_ number: Int, completion: @escaping (String?, (any Error)?) -> Void)
  /// Of all numbers.
  static func count(completion: @escaping (Int) -> Void)
}

extension ProtocolLoader {
  /// The form of ``load(_:completion:)`` without a callback.
  public nonisolated(nonsending) func load(_ number: Int) async throws -> String {
    try await Promise<String>.wrap { load(number, completion: $0) }.get()
  }

  /// The form of ``count(completion:)`` without a callback.
  public static nonisolated(nonsending) func count() async throws -> Int {
    try await Promise<Int>.wrap { count(completion: $0) }.get()
  }
}

protocol ProtocolSource {
  associatedtype Item
  associatedtype Key: Sendable
  func item(at index: Int, completion: @escaping (Item?, Error?) -> Void)
  func key(completion: @escaping (Key) -> Void)
}

extension ProtocolSource {
  /// The form of ``item(at:completion:)`` without a callback.
  nonisolated(nonsending) func item(at index: Int) async throws -> Item where Item: Sendable {
    try await Promise<Item>.wrap { item(at: index, completion: $0) }.get()
  }

  /// The form of ``key(completion:)`` without a callback.
  nonisolated(nonsending) func key() async throws -> Key { try await Promise<Key>.wrap { key(completion: $0) }.get() }
}

struct ProtocolFailure: Error, Equatable {}

final class ProtocolDisk: ProtocolLoader {
  func load(_ number: Int, completion: @escaping (String?, (any Error)?) -> Void) {
    number < 0 ? completion(nil, ProtocolFailure()) : completion("\(number)", nil)
  }
  static func count(completion: @escaping (Int) -> Void) { completion(4) }
  func erase(completion: @escaping () -> Void) { completion() }

  /// The form of ``erase(completion:)`` without a callback.
  nonisolated(nonsending) func erase() async throws { try await Promise<Void>.wrap { erase(completion: $0) }.get() }
}

struct ProtocolList: ProtocolSource {
  let items: [String]
  func item(at index: Int, completion: @escaping (String?, Error?) -> Void) {
    index < items.count ? completion(items[index], nil) : completion(nil, ProtocolFailure())
  }
  func key(completion: @escaping (Int) -> Void) { completion(items.count) }
}
