// Delegates, before and after.

import AsyncPromises

/// Finds the location of the device and calls its delegate, in the old style.
@MainActor
final class Locator {
  weak var delegate: (any LocatorDelegate)?
  private(set) var isRunning = false

  func start() { isRunning = true }
  func stop() { isRunning = false }

  /// Called by the device.
  func find(_ place: String) { delegate?.locator(self, didFind: place) }
  func fail(_ error: any Error) { delegate?.locator(self, didFailWith: error) }
}

@MainActor
protocol LocatorDelegate: AnyObject {
  func locator(_ locator: Locator, didFind place: String)
  func locator(_ locator: Locator, didFailWith error: any Error)
}

// snippet: before
@MainActor
final class Compass: LocatorDelegate {
  private let locator: Locator
  private var completion: ((Result<String, any Error>) -> Void)?

  init(_ locator: Locator) {
    self.locator = locator
    locator.delegate = self
  }

  func locate(completion: @escaping (Result<String, any Error>) -> Void) {
    self.completion = completion  // the earlier caller is forgotten
    locator.start()
  }

  func locator(_ locator: Locator, didFind place: String) {
    end(.success(place))
  }

  func locator(_ locator: Locator, didFailWith error: any Error) {
    end(.failure(error))
  }

  private func end(_ result: Result<String, any Error>) {
    locator.stop()
    completion?(result)
    completion = nil
  }
}
// end

// snippet: after
/// Asks a locator one question, and acts as its delegate until there is an answer.
@MainActor
final class LocationRequest: LocatorDelegate {
  private let locator: Locator
  private let resolver: Resolver<String>

  private init(_ locator: Locator, _ resolver: Resolver<String>) {
    (self.locator, self.resolver) = (locator, resolver)
    locator.delegate = self
    locator.start()
  }

  /// The location of the device. The locator must have no other users.
  static func place(from locator: Locator = Locator()) -> Promise<String> {
    let (promise, resolver) = Promise<String>.pending(name: "place")
    let request = LocationRequest(locator, resolver)
    return promise.finally { request.end() }
  }

  func locator(_ locator: Locator, didFind place: String) {
    end()
    resolver.fulfill(place)
  }

  func locator(_ locator: Locator, didFailWith error: any Error) {
    end()
    resolver.reject(error)
  }

  private func end() {
    locator.delegate = nil
    locator.stop()
  }
}
// end
