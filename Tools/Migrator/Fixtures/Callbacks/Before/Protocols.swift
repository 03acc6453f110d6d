// Requirements with completion handlers.

/// Loads by number.
public protocol ProtocolLoader {
  /// Of one number.
  func load(_ number: Int, completion: @escaping (String?, (any Error)?) -> Void)
  /// Of all numbers.
  static func count(completion: @escaping (Int) -> Void)
}

protocol ProtocolSource {
  associatedtype Item
  associatedtype Key: Sendable
  func item(at index: Int, completion: @escaping (Item?, Error?) -> Void)
  func key(completion: @escaping (Key) -> Void)
}

struct ProtocolFailure: Error, Equatable {}

final class ProtocolDisk: ProtocolLoader {
  func load(_ number: Int, completion: @escaping (String?, (any Error)?) -> Void) {
    number < 0 ? completion(nil, ProtocolFailure()) : completion("\(number)", nil)
  }
  static func count(completion: @escaping (Int) -> Void) { completion(4) }
  func erase(completion: @escaping () -> Void) { completion() }
}

struct ProtocolList: ProtocolSource {
  let items: [String]
  func item(at index: Int, completion: @escaping (String?, Error?) -> Void) {
    index < items.count ? completion(items[index], nil) : completion(nil, ProtocolFailure())
  }
  func key(completion: @escaping (Int) -> Void) { completion(items.count) }
}
