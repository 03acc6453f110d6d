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
  public func load(_ number: Int) -> Promise<String> { .wrap { load(number, completion: $0) } }

  /// The form of ``count(completion:)`` without a callback.
  public static func count() -> Promise<Int> { .wrap { count(completion: $0) } }
}

protocol ProtocolSource {
  associatedtype Item
  associatedtype Key: Sendable
  func item(at index: Int, completion: @escaping (Item?, Error?) -> Void)
  func key(completion: @escaping (Key) -> Void)
}

extension ProtocolSource {
  /// The form of ``item(at:completion:)`` without a callback.
  func item(at index: Int) -> Promise<Item> where Item: Sendable {
    .wrap { item(at: index, completion: $0) }
  }

  /// The form of ``key(completion:)`` without a callback.
  func key() -> Promise<Key> { .wrap { key(completion: $0) } }
}

struct ProtocolFailure: Error, Equatable {}

final class ProtocolDisk: ProtocolLoader {
  func load(_ number: Int, completion: @escaping (String?, (any Error)?) -> Void) {
    number < 0 ? completion(nil, ProtocolFailure()) : completion("\(number)", nil)
  }
  static func count(completion: @escaping (Int) -> Void) { completion(4) }
  func erase(completion: @escaping () -> Void) { completion() }

  /// The form of ``erase(completion:)`` without a callback.
  func erase() -> Promise<Void> { .wrap { erase(completion: $0) } }
}

struct ProtocolList: ProtocolSource {
  let items: [String]
  func item(at index: Int, completion: @escaping (String?, Error?) -> Void) {
    index < items.count ? completion(items[index], nil) : completion(nil, ProtocolFailure())
  }
  func key(completion: @escaping (Int) -> Void) { completion(items.count) }
}
