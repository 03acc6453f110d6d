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
  public nonisolated(nonsending) func load() async throws -> String {
    try await Promise<String>.wrap { load(completion: $0) }.get()
  }

  /// Of the class.
  public class func kind(completion: @escaping (String) -> Void) { completion("base") }

  /// The form of ``kind(completion:)`` without a callback.
  public class nonisolated(nonsending) func kind() async throws -> String {
    try await Promise<String>.wrap { kind(completion: $0) }.get()
  }

  /// Not to be overridden.
  public final func fixed(completion: @escaping (String) -> Void) { completion("fixed") }

  /// The form of ``fixed(completion:)`` without a callback.
  public final nonisolated(nonsending) func fixed() async throws -> String {
    try await Promise<String>.wrap { fixed(completion: $0) }.get()
  }
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
  nonisolated(nonsending) func more(_ count: Int, of text: String, separatedBy separator: String = ", ") async throws -> String {
    try await Promise<String>.wrap { more(count, of: text, separatedBy: separator, completion: $0) }.get()
  }
}
