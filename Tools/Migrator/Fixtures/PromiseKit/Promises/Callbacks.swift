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

  func wrapped() -> Promise<Int> { Promise.wrap { read($0) } }
  func short() -> Promise<Int> { Promise.wrap { read($0) } }
  func byHand() -> Promise<Int> {
    Promise.wrap {
      read($0)
    }
  }
  func wrappedReset() -> Promise<Void> { Promise.wrap { reset($0) } }
  func resetByHand() -> Promise<Void> {
    Promise { seal in
      reset { error in
        if let error { seal.reject(error) } else { seal.fulfill() }
      }
    }
  }
  func wrappedReversed() -> Promise<Int> {
    Promise { seal in
      reversed { error, charge in
        if let error {
          seal.reject(error)
        } else if let charge {
          seal.fulfill(charge)
        } else {
          seal.reject(PMKError.invalidCallingConvention)
        }
      }
    }
  }
  func wrappedResult() -> Promise<Int> { Promise { seal in asResult { seal.resolve(with: $0) } } }

  func full() -> Promise<Int> {
    Promise { seal in
      guard charge != nil else { throw DeskError.refused }
      read { charge, error in
        if let error {
          seal.reject(error)
        } else {
          seal.fulfill(max(charge ?? 0, 100))
        }
      }
    }
  }

  func named() -> Promise<String> {
    Promise { seal in
      name { name in seal.fulfill(name) }
    }
  }

  func nothing() -> Promise<Void> {
    Promise { seal in
      name { _ in seal.fulfill() }
    }
  }

  func kept() -> Promise<String> {
    let (promise, seal) = Promise<String>.pending()
    name { seal.fulfill($0) }
    hand(over: seal)
    return promise
  }

  /// Comes too late.
  func hand(over seal: Resolver<String>) { seal.reject(DeskError.late) }
}
