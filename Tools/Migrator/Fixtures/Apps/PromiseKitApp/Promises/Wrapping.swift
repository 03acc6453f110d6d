// Wrapping.swift: turns callbacks of all shapes and a delegate into promises, and configures the
// library when the app starts.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

/// Configures the library; called when the app starts.
func configurePromises(log: @escaping (String) -> Void) {
  conf.Q = (map: .global(), return: .main)
  conf.catchPolicy = .allErrors
  conf.logHandler = { event in
    switch event {
    case .waitOnMainThread: log("a wait on the main thread")
    case .pendingPromiseDeallocated: log("a promise was never settled")
    case .pendingGuaranteeDeallocated: log("a guarantee was never settled")
    case .cauterized(let error): log("ignored: \(error)")
    }
  }
}

/// Callbacks of all shapes.
extension Device {
  func charge() -> Promise<Int> {
    Promise { seal in
      charge { charge, error in
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

  func reversedCharge() -> Promise<Int> {
    Promise { seal in
      reversedCharge { error, charge in
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

  func chargeResult() -> Promise<Int> { Promise { seal in chargeResult { seal.resolve(with: $0) } } }

  func reset() -> Promise<Void> { Promise.wrap { reset($0) } }

  /// Wrapped by hand, to check the callback's arguments.
  func fullCharge() -> Promise<Int> {
    Promise { seal in
      guard battery != nil else { throw ServerError.status(403) }
      charge { charge, error in
        if let error {
          seal.reject(error)
        } else {
          seal.fulfill(max(charge ?? 0, 100))
        }
      }
    }
  }
}

/// A callback that can't fail.
extension PermissionDialog {
  func ask() -> Promise<Bool> { Promise.wrap { ask($0) } }
}

/// Wraps a delegate, and keeps it alive until it is called.
@MainActor
final class PlaceFinder: LocatorDelegate {
  let (promise, seal) = Promise<String>.pending()
  private var keepAlive: PlaceFinder?

  static func find(with locator: Locator) -> Promise<String> {
    let finder = PlaceFinder()
    finder.keepAlive = finder
    locator.delegate = finder
    return finder.promise.finally { finder.keepAlive = nil }
  }

  func locator(_ locator: Locator, didFind place: String) { seal.fulfill(place) }

  func locator(_ locator: Locator, didFailWith error: any Error) { seal.reject(error) }
}
