// Functions that are overridden.

import AsyncPromises
import Foundation

/// What is subclassed.
open class SubclassBase {
  /// Creates one.
  public init() {}
  /// Loads.
  open func load(completion: @escaping (String) -> Void) { completion("base") }

  /// A promise of what ``load(completion:)`` calls back with.
  public func load() -> Promise<String> { .wrap { load(completion: $0) } }

  /// Of the class.
  public class func kind(completion: @escaping (String) -> Void) { completion("base") }

  /// A promise of what ``kind(completion:)`` calls back with.
  public class func kind() -> Promise<String> { .wrap { kind(completion: $0) } }

  /// Not to be overridden.
  public final func fixed(completion: @escaping (String) -> Void) { completion("fixed") }

  /// A promise of what ``fixed(completion:)`` calls back with.
  public final func fixed() -> Promise<String> { .wrap { fixed(completion: $0) } }
}

final class SubclassSpecial: SubclassBase {
  override func load(completion: @escaping (String) -> Void) { completion("special") }
  override class func kind(completion: @escaping (String) -> Void) { completion("special") }
  func more(
    _ count: Int,
    of text: String,
    separatedBy separator: String = ", ",
    completion: @escaping (String) -> Void
  ) {
    completion(Array(repeating: text, count: count).joined(separator: separator))
  }

  /// A promise of what ``more(_:of:separatedBy:completion:)`` calls back with.
  func more(_ count: Int, of text: String, separatedBy separator: String = ", ") -> Promise<String> {
    .wrap { more(count, of: text, separatedBy: separator, completion: $0) }
  }
}
