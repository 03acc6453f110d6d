// Functions that are overridden.

import Foundation

/// What is subclassed.
open class SubclassBase {
  /// Creates one.
  public init() {}
  /// Loads.
  open func load(completion: @escaping (String) -> Void) { completion("base") }
  /// Of the class.
  public class func kind(completion: @escaping (String) -> Void) { completion("base") }
  /// Not to be overridden.
  public final func fixed(completion: @escaping (String) -> Void) { completion("fixed") }
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
}
