// One step after the other: `reduce`.

import AsyncPromises

struct TotalError: Error, Equatable {}

@MainActor
final class TotalCounter {
  private(set) var log: [String] = []

  private func count(_ text: String) async throws -> Int {
    log.append(text)
    if text.isEmpty {
      throw TotalError()
    } else {
      return text.count
    }
  }

  func total(_ texts: [String]) async throws -> Int {
    try await Promise.fulfilled(0).then { first in
      texts.reduce(Promise.fulfilled(first)) { promise, text in promise.then { total in
      // The next one begins when this one is counted.
      Promise.immediate { try await self.count(text) }.map { number in total + number }
    } } }.get()
  }

  func listed(_ texts: [String]) async throws -> [Int] {
    let counts = try await Promise.fulfilled([]).then { first in
      texts.reduce(Promise.fulfilled(first)) { promise, text in promise.then { counts in
      Promise.immediate { try await self.count(text) }.map { counts + [$0] }
    } } }.get()
    self.log.append("\(counts.count) counts")
    return counts
  }

  func some() async throws -> Int {
    let first = try await count("start")
    return try await ["a", "bb"].reduce(Promise.fulfilled(first)) { promise, text in promise.then { sum in Promise.immediate { try await self.count(text) }.map { sum + $0 } } }.get()
  }
}
