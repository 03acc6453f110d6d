// Tasks that are completed by hand.

import AsyncPromises
import Foundation

/// A dialog that is answered once, or closed.
@MainActor
final class SourceDialog {
  private let answer = Promise<Bool>.pending()

  var task: Promise<Bool> { answer.promise }
  @discardableResult
  func press(_ isYes: Bool) -> Bool { answer.resolver.fulfill(isYes) }
  func close() { answer.resolver.reject(CancellationError()) }
  func fail(_ error: any Error) { answer.resolver.reject(error) }
}

struct SourceFailure: Error, Equatable {}

enum SourceCallbacks {
  static func fetch(_ name: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void)
  {
    DispatchQueue.global().async {
      if name.isEmpty { completion(nil, SourceFailure()) } else { completion(name + "!", nil) }
    }
  }

  static func load(_ name: String) async throws -> String {
    let source = Promise<String>.pending()
    fetch(name) { text, error in
      if let error {
        source.resolver.reject(error)
      } else {
        source.resolver.fulfill(text ?? "")
      }
    }
    return try await source.promise.get()
  }

  /// Handed on, and answered elsewhere.
  static func answered() async throws {
    let end: (promise: Promise<Void>, resolver: Resolver<Void>) = Promise.pending()
    answer(end)
    try await end.promise.get()
  }

  private static func answer(_ source: (promise: Promise<Void>, resolver: Resolver<Void>)) { source.resolver.fulfill(()) }

  static func given() -> Promise<Int> {
    let source = Promise<Int>.pending()
    defer { source.resolver.reject(CancellationError()) }
    return source.promise.map { $0 + 1 }
  }
}

/// Waits for numbers that come in some order.
@MainActor
final class SourceInbox {
  private var waiting: [Int: (promise: Promise<String>, resolver: Resolver<String>)] = [:]
  private var last: (promise: Promise<String>, resolver: Resolver<String>)?

  func message(_ number: Int) async throws -> String {
    if let known = waiting[number] { return try await known.promise.get() }
    let source = Promise<String>.pending()
    waiting[number] = source
    last = source
    return try await source.promise.get()
  }

  func receive(_ text: String, as number: Int) {
    waiting.removeValue(forKey: number)?.resolver.fulfill(text)
  }

  func drop() {
    last?.resolver.reject(CancellationError())
    last = nil
  }
}
