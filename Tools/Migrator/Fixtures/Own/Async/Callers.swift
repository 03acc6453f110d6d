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
  func work(_ name: String) async throws -> Int {
    journal.write("\(name) begins")
    let number = try await gate.promise.get()
    self.journal.write("\(name) ends")
    return number
  }

  /// Nobody waits here.
  func tapped() {
    journal.write("tapped")
    Promise.immediate { try await work("tap") }.done { number in
      self.journal.write("shows \(number)")
    }.catch { self.journal.write("\($0)") }.finally {
      self.end.resolver.fulfill()
    }
    journal.write("returns")
  }

  func ignored() { _ = Promise.immediate { try await work("ignored") } }

  /// Both begin before either is waited for.
  func both() async throws -> Int {
    let first = Promise.immediate { try await work("first") }
    let second = Promise.immediate { try await work("second") }
    journal.write("both under way")
    open()
    let (first2, second2) = try await Promise.all(first, second).get()
    return first2 + second2
  }

  func all(_ names: [String]) async throws -> [Int] {
    let all = names.map { Promise.immediate { [value = $0] in try await work(value) } }
    open()
    return try await Promise.all(all).get()
  }

  /// One piece of work, however many ask for it.
  func shared() async throws -> Int {
    if let running { return try await running.get() }
    let promise = Promise.immediate { try await work("shared") }
    running = promise
    return try await promise.get()
  }

  func viaShared() async throws -> Int {
    let shared = try await shared()
    return shared + 1
  }

  func waiting() async throws -> Int {
    let number = try await work("waiting")
    return try await work("again") + number
  }

  func passedOn() async throws -> Int {
    try await through(Promise.immediate { try await work("on") })
  }
  func through(_ promise: Promise<Int>) async throws -> Int {
    let value = try await promise.get()
    return value * 10
  }
}

/// Asks for the promise, and so gets one.
protocol Loading: Sendable {
  func load(_ name: String) -> Promise<String>
}

struct Loader: Loading {
  func load(_ name: String) -> Promise<String> { .fulfilled("loaded \(name)") }
  func loadTwice(_ name: String) async throws -> String {
    let value = try await load(name).get()
    return try await load(value).get()
  }
}
