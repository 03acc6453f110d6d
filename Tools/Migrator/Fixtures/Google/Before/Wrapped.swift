// Functions that call back, by `wrap`: `nil` is a value there.

import Dispatch
import GooglePromisesCompat

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
  func charge() -> Promise<Int?> {
    wrap { handler in self.charge(handler) }
  }

  func reversed() -> Promise<Int?> {
    wrap(on: .global()) { self.reversed($0) }
  }

  func name() -> Promise<String> {
    wrap { handler in
      MainActor.preconditionIsolated()
      self.name(completion: handler)
    }
  }

  func echo(_ text: String) -> Promise<String> {
    wrap { self.generic(text, $0) }
  }
}
