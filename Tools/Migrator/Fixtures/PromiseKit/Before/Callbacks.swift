// Callbacks of all shapes, wrapped.

import Foundation
import PromiseKitCompat

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

  func wrapped() -> Promise<Int> { Promise { seal in read(seal.resolve) } }
  func short() -> Promise<Int> { Promise { read($0.resolve) } }
  func byHand() -> Promise<Int> {
    Promise { seal in
      read { charge, error in seal.resolve(charge, error) }
    }
  }
  func wrappedReset() -> Promise<Void> { Promise { seal in reset(seal.resolve) } }
  func resetByHand() -> Promise<Void> {
    Promise { seal in
      reset { error in
        seal.resolve(error)
      }
    }
  }
  func wrappedReversed() -> Promise<Int> {
    Promise { seal in
      reversed { error, charge in
        seal.resolve(error, charge)
      }
    }
  }
  func wrappedResult() -> Promise<Int> { Promise { seal in asResult { seal.resolve($0) } } }

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
      name { name in seal.resolve(.fulfilled(name)) }
    }
  }

  func nothing() -> Promise<Void> {
    Promise { seal in
      name { _ in seal.fulfill_() }
    }
  }

  func kept() -> Promise<String> {
    let (promise, seal) = Promise<String>.pending()
    name { seal.resolve(.fulfilled($0)) }
    hand(over: seal)
    return promise
  }

  /// Comes too late.
  func hand(over seal: Resolver<String>) { seal.resolve(.rejected(DeskError.late)) }
}
