// A delegate, and a promise that is settled from elsewhere.

import AsyncPromises

@MainActor
protocol FinderDelegate: AnyObject {
  func found(_ place: String)
  func failed(_ error: any Error)
}

@MainActor
final class Finder {
  weak var delegate: (any FinderDelegate)?
  func find(_ place: String) { delegate?.found(place) }
  func fail() { delegate?.failed(DeskError.missing) }
}

@MainActor
final class FinderCall: FinderDelegate {
  let (promise, seal) = Promise<String>.pending()
  private var keepAlive: FinderCall?

  static func find(with finder: Finder) -> Promise<String> {
    let call = FinderCall()
    call.keepAlive = call
    finder.delegate = call
    return call.promise.finally { call.keepAlive = nil }
  }

  func found(_ place: String) { seal.fulfill(place) }
  func failed(_ error: any Error) { self.seal.reject(error) }
}

@MainActor
final class FinderQueue {
  private var waiting: [String: (promise: Promise<Int>, resolver: Resolver<Int>)] = [:]
  private var last: Resolver<Int>?

  func number(for key: String) async throws -> Int {
    if let known = waiting[key] { return try await known.promise.get() }
    let pair = Promise<Int>.pending()
    waiting[key] = pair
    last = pair.resolver
    return try await pair.promise.get()
  }

  func answer(_ key: String, _ number: Int) { waiting[key]?.resolver.fulfill(number) }
  func end() { last?.reject(DeskError.late) }
}
