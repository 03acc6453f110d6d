// Callbacks of all shapes, wrapped.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct CallbackDevice: Sendable {
  var charge: Int? = 80
  var failure: DeskError?

  func read(_ done: @escaping @Sendable (Int?, (any Error)?) -> Void) {
    done(failure == nil ? charge : nil, failure)
  }
  func reset(_ done: @escaping @Sendable ((any Error)?) -> Void) { done(failure) }
  func reversed(_ done: @escaping @Sendable ((any Error)?, Int?) -> Void) {
    read { done($1, $0) }
  }
  func asResult(_ done: @escaping @Sendable (Swift.Result<Int, DeskError>) -> Void) {
    done(failure.map { .failure($0) } ?? .success(charge ?? 0))
  }
  func name(_ done: @escaping @Sendable (String) -> Void) { done("device") }

  func wrapped() async throws -> Int { try await Promise.wrap { read($0) }.get() }
  func short() async throws -> Int { try await Promise.wrap { read($0) }.get() }
  func byHand() async throws -> Int {
    try await Promise.wrap {
      read($0)
    }.get()
  }
  func wrappedReset() async throws { try await Promise.wrap { reset($0) }.get() }
  func resetByHand() async throws {
    try await Promise<Void> { seal in
      reset { error in
        if let error { seal.reject(error) } else { seal.fulfill() }
      }
    }.get()
  }
  func wrappedReversed() async throws -> Int {
    try await Promise<Int> { seal in
      reversed { error, charge in
        if let error {
          seal.reject(error)
        } else if let charge {
          seal.fulfill(charge)
        } else {
          seal.reject(PMKError.invalidCallingConvention)
        }
      }
    }.get()
  }
  func wrappedResult() async throws -> Int {
    try await Promise<Int> { seal in asResult { seal.resolve(with: $0) } }.get()
  }

  func full() async throws -> Int {
    try await Promise<Int> { seal in
      guard charge != nil else { throw DeskError.refused }
      read { charge, error in
        if let error {
          seal.reject(error)
        } else {
          seal.fulfill(max(charge ?? 0, 100))
        }
      }
    }.get()
  }

  func named() async throws -> String {
    try await Promise<String> { seal in
      name { name in seal.fulfill(name) }
    }.get()
  }

  func nothing() async throws {
    try await Promise<Void> { seal in
      name { _ in seal.fulfill() }
    }.get()
  }

  func kept() async throws -> String {
    let (promise, seal) = Promise<String>.pending()
    name { seal.fulfill($0) }
    hand(over: seal)
    return try await promise.get()
  }

  /// Comes too late.
  func hand(over seal: Resolver<String>) { seal.reject(DeskError.late) }
}
