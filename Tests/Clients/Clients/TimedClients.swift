// Clients that sleep on an injected clock and know nothing about tests. Each can work in a promise
// or in a task.

import AsyncPromises

/// A field that searches after a pause in typing.
@MainActor
final class SearchField {
  private(set) var found: [String] = []
  private let clock: any Clock<Duration>
  private let find: @Sendable (String) async throws -> String
  private var task: Task<Void, any Error>?
  private var promise: Promise<Void>?

  init(
    clock: any Clock<Duration> = ContinuousClock(),
    find: @escaping @Sendable (String) async throws -> String
  ) {
    self.clock = clock
    self.find = find
  }

  func typeInTask(_ text: String) -> Task<Void, any Error> {
    task?.cancel()
    let search = Task {
      try await clock.sleep(for: .milliseconds(300))
      found.append(try await find(text))
    }
    task = search
    return search
  }

  func type(_ text: String) {
    promise?.cancel()
    promise = Promise {
      try await clock.sleep(for: .milliseconds(300))
      return try await find(text)
    }.done { self.found.append($0) }
  }
}

/// A session that ends after half an hour of inactivity.
actor Session {
  private(set) var user: String?
  private let clock: any Clock<Duration>
  private let transcript: SharedTranscript
  private var task: Task<Void, any Error>?
  private var promise: Promise<Void>?

  init(clock: any Clock<Duration> = ContinuousClock(), transcript: SharedTranscript) {
    self.clock = clock
    self.transcript = transcript
  }

  func touchInTask(by user: String) -> Task<Void, any Error> {
    self.user = user
    task?.cancel()
    let expiry = Task {
      try await clock.sleep(for: .seconds(30 * 60))
      end()
    }
    task = expiry
    return expiry
  }

  func touch(by user: String) {
    self.user = user
    promise?.cancel()
    promise = Promise {
      try await clock.sleep(for: .seconds(30 * 60))
      end()
    }
  }

  private func end() {
    transcript.write("\(user ?? "nobody") is out")
    user = nil
  }
}

/// Asks repeatedly until the answer is yes.
struct Poller: Sendable {
  var clock: any Clock<Duration> = ContinuousClock()
  var interval: Duration
  var ask: @Sendable (Int) async throws -> Bool

  func run() async throws -> Int {
    var question = 0
    repeat {
      try await clock.sleep(for: interval)
      question += 1
    } while try await !ask(question)
    return question
  }

  func start() -> Promise<Int> {
    Promise { try await run() }
  }

  func startInTask() -> Task<Int, any Error> {
    Task { try await run() }
  }
}
