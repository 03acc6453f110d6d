// InlineLoop.swift: inline handlers that block their thread until other inline handlers have run.

import Foundation
import PromiseCompatSupport
import TestSupport
import Testing

@testable import AsyncPromises

@Suite("InlineLoop", .timeLimit(.minutes(10)))
struct InlineLoopTests {
  private let steps = Journal<String>()
  private let promise: Promise<Int>
  private let resolver: Resolver<Int>

  init() {
    (promise, resolver) = Promise<Int>.pending()
  }

  @Test("B3: a handler waits for a later handler of its promise")
  func younger() async throws {
    let box = Locked<Promise<Void>?>(nil)
    inline(promise, "first") { try box.withLock { $0 }?.wait(timeout: limit) }
    box.withLock { $0 = inline(promise, "second") {} }
    inline(promise, "third") {}
    try await settle()
    #expect(
      steps.entries == [
        "first begins", "second begins", "second ends", "third begins", "third ends", "first ends",
      ])
  }

  @Test("B3: a handler waits for one that it registers with its own promise")
  func registeredWithin() async throws {
    inline(promise, "first") { [self] in
      try inline(promise, "late") {}.wait(timeout: limit)
    }
    inline(promise, "second") {}
    try await settle()
    #expect(
      steps.entries == [
        "first begins", "second begins", "second ends", "late begins", "late ends", "first ends",
      ])
  }

  @Test("B3: each handler of a promise waits for the next one")
  func nested() async throws {
    let links = Locked<[Promise<Void>]>([])
    let made = (0..<5).map { index in
      inline(promise, "\(index)") {
        let next = links.withLock { $0.indices.contains(index + 1) ? $0[index + 1] : nil }
        try next?.wait(timeout: limit)
      }
    }
    links.withLock { $0 = made }
    try await settle()
    #expect(
      steps.entries == (0..<5).map { "\($0) begins" } + (0..<5).reversed().map { "\($0) ends" })
  }

  @Test("B3: a handler waits for one of another promise, which waits for handlers of both promises")
  func inner() async throws {
    inline(promise, "outer") { [self] in
      let (inner, settler) = Promise<Int>.pending()
      inline(inner, "inner") { [self] in
        try inline(promise, "of the outer promise") {}.wait(timeout: limit)
        try inline(inner, "of the inner promise") {}.wait(timeout: limit)
      }
      settler.fulfill(1)
      try inline(inner, "last") {}.wait(timeout: limit)
    }
    try await settle()
    #expect(
      steps.entries == [
        "outer begins", "inner begins", "last begins", "last ends",
        "of the outer promise begins", "of the outer promise ends",
        "of the inner promise begins", "of the inner promise ends", "inner ends", "outer ends",
      ])
  }

  @Test("B3: a handler of a derived promise waits for a later handler of the source")
  func derived() async throws {
    let box = Locked<Promise<Void>?>(nil)
    let first = inline(promise, "first") {}
    inline(first, "derived") { try box.withLock { $0 }?.wait(timeout: limit) }
    inline(promise, "second") {}
    box.withLock { $0 = inline(promise, "third") {} }
    try await settle()
    #expect(
      steps.entries == [
        "first begins", "first ends", "second begins", "second ends", "third begins",
        "third ends", "derived begins", "derived ends",
      ])
  }

  @Test("B3: a handler waits for one that another thread registers with its promise")
  func otherThread() async throws {
    inline(promise, "first") { [self] in
      let registered = Gate()
      let box = Locked<Promise<Void>?>(nil)
      Thread.detachNewThread { [self] in
        let late = inline(promise, "late") {}
        box.withLock { $0 = late }
        registered.open()
      }
      registered.block()
      try box.withLock { $0 }?.wait(timeout: limit)
    }
    try await settle()
    #expect(steps.entries == ["first begins", "late begins", "late ends", "first ends"])
  }

  @Test("B5: a value that is freed between two handlers makes other handlers due")
  func freed() async throws {
    registerWithFreedValue()
    inline(promise, "last") {}
    try await settle()
    #expect(
      Set(steps.entries) == [
        "of the value begins", "of the value ends", "other begins", "other ends", "last begins",
        "last ends",
      ])
  }

  /// The promise of the value is kept alive only by its source.
  private func registerWithFreedValue() {
    let values: Promise<FreedValue> = promise.derive(in: .inline, .none) {
      [self] _, _, derived, effects in
      Promise<FreedValue>.settle(derived, &effects) {
        FreedValue { [self] in
          let (other, settler) = Promise<Int>.pending()
          inline(other, "other") {}
          settler.fulfill(1)
        }
      }
    }
    inline(values, "of the value") {}
  }

  private let limit: Duration = .seconds(20)

  @discardableResult
  private func inline<Value>(
    _ promise: Promise<Value>, _ name: String, _ body: @escaping @Sendable () throws -> Void
  ) -> Promise<Void> {
    promise.derive(in: .inline, .none) { [steps] _, _, derived, effects in
      Promise<Void>.settle(derived, &effects) {
        steps.write("\(name) begins")
        try body()
        steps.write("\(name) ends")
      }
    }.ignoreErrors()
  }

  private func settle() async throws {
    try await onFreshThread { [resolver] in _ = resolver.fulfill(1) }
  }
}

/// A value that runs a closure when it is freed.
private final class FreedValue: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }
}
