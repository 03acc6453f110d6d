// Bugs in swift-async-algorithms that explorations have found: see the article "What it has found".

import AsyncAlgorithms
import AsyncPromisesSwiftTesting
import Testing

/// Whether a stream has been terminated.
private actor Ending {
  private(set) var isOver = false

  func comes() { isOver = true }
}

/// The error for a consumer that leaves its source running.
private struct LeftRunning: Error {}

/// Gives a consumer a stream of numbers. After the consumer ends, nothing should read the stream.
private func check(
  _ consume: @Sendable (AsyncStream<Int>, AsyncStream<Int>.Continuation) async -> Void
) async throws {
  let ending = Ending()
  @Sendable func run() async {
    let (numbers, next) = AsyncStream<Int>.makeStream()
    next.onTermination = { _ in Task { await ending.comes() } }
    await consume(numbers, next)
  }
  await run()
  try await Task.sleep(for: .seconds(1))
  if !(await ending.isOver) { throw LeftRunning() }
}

/// Explores a consumer that is cancelled before or after the first element.
private func failureOfCancelled(
  _ consume: @escaping @Sendable (AsyncStream<Int>) async -> Void
) async throws -> ExplorationFailure? {
  try await failure {
    try await check { numbers, next in
      let consumer = Task { await consume(numbers) }
      next.yield(1)
      for _ in 0..<3 { await Task.yield() }
      consumer.cancel()
      await consumer.value
    }
  }
}

@Suite("Bugs in swift-async-algorithms", .timeLimit(.minutes(10)))
struct AsyncAlgorithmsBugs {
  @Test("swift-async-algorithms 1.1.4: a cancelled flatMapLatest leaves its source running")
  func flatMapLatest() async throws {
    let found = try await failureOfCancelled { numbers in
      for await _ in numbers.flatMapLatest({ number in [number, number * 10].async }) {}
    }
    #expect(found?.error is LeftRunning)
    #expect(found?.replay != nil)
  }

  @Test("swift-async-algorithms 1.1.4: breaking out of share() leaves its source running")
  func share() async throws {
    let found = try await failure {
      try await check { numbers, next in
        let shared = numbers.share()
        for number in 0..<3 { next.yield(number) }
        let second = Task { for await _ in shared { break } }
        for await _ in shared { break }
        await second.value
      }
    }
    #expect(found?.error is LeftRunning)
    #expect(found?.replay != nil)
  }

  @Test("swift-async-algorithms 1.1.4: a cancelled debounce leaves its source running")
  func debounce() async throws {
    let found = try await failureOfCancelled { numbers in
      for await _ in numbers.debounce(for: .milliseconds(1)) {}
    }
    #expect(found?.error is LeftRunning)
    #expect(found?.replay != nil)
  }

  @Test("The same check passes for an operator that ends with its consumer")
  func removeDuplicates() async throws {
    let found = try await failureOfCancelled { numbers in
      for await _ in numbers.removeDuplicates() {}
    }
    #expect(found == nil)
  }
}
