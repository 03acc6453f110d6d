// Callers of all kinds: those that wait, those that don't, and those that need the promise.

import AsyncPromises

@MainActor
final class Callers {
  let journal = Journal()
  let end = Promise<Void>.pending()
  private let gate = Promise<Int>.pending()
  private var running: Promise<Int>?

  func open() { gate.resolver.fulfill(1) }

  /// What comes before the first wait happens in the call.
  func work(_ name: String) -> Promise<Int> {
    journal.write("\(name) begins")
    return gate.promise.map { number in
      self.journal.write("\(name) ends")
      return number
    }
  }

  /// Nobody waits here.
  func tapped() {
    journal.write("tapped")
    work("tap").done { number in
      self.journal.write("shows \(number)")
    }.catch { self.journal.write("\($0)") }.finally {
      self.end.resolver.fulfill()
    }
    journal.write("returns")
  }

  func ignored() { _ = work("ignored") }

  /// Both begin before either is waited for.
  func both() -> Promise<Int> {
    let first = work("first")
    let second = work("second")
    journal.write("both under way")
    open()
    return Promise.all(first, second).map { $0 + $1 }
  }

  func all(_ names: [String]) -> Promise<[Int]> {
    let all = names.map { work($0) }
    open()
    return Promise.all(all)
  }

  /// One piece of work, however many ask for it.
  func shared() -> Promise<Int> {
    if let running { return running }
    let promise = work("shared")
    running = promise
    return promise
  }

  func viaShared() -> Promise<Int> { shared().map { $0 + 1 } }

  func waiting() async throws -> Int {
    let number = try await work("waiting").get()
    return try await work("again").get() + number
  }

  func passedOn() -> Promise<Int> { through(work("on")) }
  func through(_ promise: Promise<Int>) -> Promise<Int> { promise.map { $0 * 10 } }
}

/// Asks for the promise, and so gets one.
protocol Loading: Sendable {
  func load(_ name: String) -> Promise<String>
}

struct Loader: Loading {
  func load(_ name: String) -> Promise<String> { .fulfilled("loaded \(name)") }
  func loadTwice(_ name: String) -> Promise<String> { load(name).then { load($0) } }
}
