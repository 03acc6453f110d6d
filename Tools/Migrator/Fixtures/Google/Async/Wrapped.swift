// Functions that call back, by `wrap`: `nil` is a value there.

import Dispatch
import AsyncPromises
import GooglePromisesCompat
import struct AsyncPromises.Promise

struct WrappedError: Error, Equatable {}

struct WrappedDevice: Sendable {
  var level: Int?
  var isBroken = false

  func charge(_ completion: @escaping @Sendable (Int?, (any Error)?) -> Void) {
    DispatchQueue.global().async {
      completion(isBroken ? nil : level, isBroken ? WrappedError() : nil)
    }
  }

  func reversed(_ completion: @escaping @Sendable ((any Error)?, Int?) -> Void) {
    charge { completion($1, $0) }
  }

  func name(completion: @escaping @Sendable (String) -> Void) {
    DispatchQueue.global().async { completion("device") }
  }

  /// What is wrapped in a way that is not known stays with the facade.
  func generic<T: Sendable>(_ value: T, _ completion: @escaping @Sendable (T) -> Void) {
    completion(value)
  }
}

extension WrappedDevice {
  func charge() async throws -> Int? {
    try await Promise.fulfilled.then { @MainActor in Promise<Int?> { resolver in self.charge({ @Sendable value, error in if let error { resolver.reject(error) } else { resolver.fulfill(value) } }) } }.get()
  }

  func reversed() async throws -> Int? {
    try await Promise.fulfilled.then { Promise<Int?> { resolver in self.reversed({ @Sendable error, value in if let error { resolver.reject(error) } else { resolver.fulfill(value) } }) } }.get()
  }

  func name() async throws -> String {
    try await Promise.fulfilled.then { @MainActor in Promise<String> { resolver in
      MainActor.preconditionIsolated()
      self.name(completion: { @Sendable value in resolver.fulfill(value) })
    } }.get()
  }

  func echo(_ text: String) async throws -> String {
    try await wrap { self.generic(text, $0) }.asyncPromise.get()
  }
}
