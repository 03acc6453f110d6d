// Functions that are overridden.

import AsyncPromises
import Foundation

/// What is subclassed.
open class SubclassBase {
  /// Creates one.
  public init() {}
  /// Loads.
  open func load(completion: @escaping (String) -> Void) { completion("base") }

  /// The form of ``load(completion:)`` without a callback.
  public func load() -> Promise<String> { .wrap { load(completion: $0) } }

  /// Of the class.
  public class func kind(completion: @escaping (String) -> Void) { completion("base") }

  /// The form of ``kind(completion:)`` without a callback.
  public class func kind() -> Promise<String> { .wrap { kind(completion: $0) } }

  /// Not to be overridden.
  public final func fixed(completion: @escaping (String) -> Void) { completion("fixed") }

  /// The form of ``fixed(completion:)`` without a callback.
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

  /// The form of ``more(_:of:separatedBy:completion:)`` without a callback.
  func more(_ count: Int, of text: String, separatedBy separator: String = ", ") -> Promise<String> {
    .wrap { more(count, of: text, separatedBy: separator, completion: $0) }
  }
}
