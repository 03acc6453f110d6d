// Typical use of swift-async-algorithms and OpenCombine, in which exploration finds no bug.

import AsyncAlgorithms
import AsyncPromisesSwiftTesting
import OpenCombine
import Testing

/// Yields numbers from zero on, each followed by a pause, and then ends.
private func numbers(_ pauses: Int...) -> AsyncStream<Int> {
  let (numbers, next) = AsyncStream<Int>.makeStream()
  Task {
    for (number, pause) in pauses.enumerated() {
      next.yield(number)
      try await Task.sleep(for: .milliseconds(pause))
    }
    next.finish()
  }
  return numbers
}

@Suite("Use of swift-async-algorithms and OpenCombine", .timeLimit(.minutes(10)))
struct AsyncAlgorithmsUse {
  @Test("debounce keeps the last element of each burst")
  func debounce() async throws {
    try await explore {
      var seen: [Int] = []
      for await number in numbers(10, 10, 100, 10, 100).debounce(for: .milliseconds(50)) {
        seen.append(number)
      }
      #expect(seen == [2, 4])
    }
  }

  @Test("throttle lets one element through in each interval")
  func throttle() async throws {
    try await explore {
      var seen: [Int] = []
      var last: ContinuousClock.Instant?
      for await number in numbers(10, 10, 10, 10, 10, 10, 10)._throttle(for: .milliseconds(35)) {
        let now = ContinuousClock.now
        if let last { #expect(now - last >= .milliseconds(35)) }
        last = now
        seen.append(number)
      }
      #expect(seen.first == 0 && seen == seen.sorted())
    }
  }

  @Test("A timer ticks at its deadlines")
  func timer() async throws {
    try await explore {
      let start = SuspendingClock.now
      var ticks: [Duration] = []
      for await tick in AsyncTimerSequence.repeating(every: .milliseconds(10)).prefix(3) {
        ticks.append(tick - start)
      }
      #expect(ticks == [.milliseconds(10), .milliseconds(20), .milliseconds(30)])
    }
  }

  @Test("Time-based chunks contain all elements, in order")
  func chunks() async throws {
    try await explore {
      var chunks: [[Int]] = []
      let timer = AsyncTimerSequence.repeating(every: .milliseconds(33))
      for await chunk in numbers(10, 10, 10, 10, 10, 10).chunked(by: timer) { chunks.append(chunk) }
      #expect(chunks == [[0, 1, 2, 3], [4, 5]])
    }
  }

  @Test("merge, channels and buffers lose nothing")
  func channels() async throws {
    try await explore {
      let channels = (AsyncChannel<Int>(), AsyncChannel<Int>())
      Task {
        for number in 0..<3 { await channels.0.send(number) }
        channels.0.finish()
      }
      Task {
        for number in 10..<13 { await channels.1.send(number) }
        channels.1.finish()
      }
      var seen: [Int] = []
      for await number in merge(channels.0, channels.1).buffer(policy: .bounded(2)) {
        seen.append(number)
      }
      #expect(seen.sorted() == [0, 1, 2, 10, 11, 12])
      #expect(seen.filter { $0 < 10 } == [0, 1, 2])
    }
  }

  @Test("zip and combineLatest pair the elements")
  func pairs() async throws {
    try await explore {
      var seen: [String] = []
      for await (number, letter) in zip([1, 2, 3].async, ["a", "b", "c"].async) {
        seen.append("\(number)\(letter)")
      }
      #expect(seen == ["1a", "2b", "3c"])
      var last: (Int, String)?
      for await pair in combineLatest([1, 2].async, ["a", "b"].async) { last = pair }
      #expect(last?.0 == 2 && last?.1 == "b")
    }
  }

  @Test("A cancelled consumer of these operators ends, and leaves nothing behind")
  func cancelled() async throws {
    try await exploreCancellation {
      for await _ in numbers(10, 10, 10).debounce(for: .milliseconds(5)) {}
      for await _ in merge([1, 2].async, [3].async) {}
      for await _ in AsyncTimerSequence.repeating(every: .milliseconds(10)).prefix(2) {}
    }
  }

  @Test("An OpenCombine subject delivers its values to a stream in order")
  func subject() async throws {
    try await explore {
      let (numbers, next) = AsyncStream<Int>.makeStream()
      let subject = PassthroughSubject<Int, Never>()
      let subscription = subject.map { $0 * 2 }.sink(
        receiveCompletion: { _ in next.finish() }, receiveValue: { next.yield($0) })
      let reader = Task { await numbers.reduce(into: []) { $0.append($1) } }
      for number in 1...3 {
        subject.send(number)
        await Task.yield()
      }
      subject.send(completion: .finished)
      #expect(await reader.value == [2, 4, 6])
      subscription.cancel()
    }
  }
}
