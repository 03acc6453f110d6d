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
  public nonisolated(nonsending) func load() async throws -> String {
    try await Promise<String>.wrap { load(completion: $0) }.get()
  }

  /// Of the class.
  public class func kind(completion: @escaping (String) -> Void) { completion("base") }

  /// A promise of what ``kind(completion:)`` calls back with.
  public class nonisolated(nonsending) func kind() async throws -> String {
    try await Promise<String>.wrap { kind(completion: $0) }.get()
  }

  /// Not to be overridden.
  public final func fixed(completion: @escaping (String) -> Void) { completion("fixed") }

  /// A promise of what ``fixed(completion:)`` calls back with.
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

  /// A promise of what ``more(_:of:separatedBy:completion:)`` calls back with.
  nonisolated(nonsending) func more(_ count: Int, of text: String, separatedBy separator: String = ", ") async throws -> String {
    try await Promise<String>.wrap { more(count, of: text, separatedBy: separator, completion: $0) }.get()
  }
}
