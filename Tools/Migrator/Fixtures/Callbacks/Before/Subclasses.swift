// Functions that are overridden.

import Foundation

open class SubclassBase {
  public init() {}
  open func load(completion: @escaping (String) -> Void) { completion("base") }
  public class func kind(completion: @escaping (String) -> Void) { completion("base") }
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
