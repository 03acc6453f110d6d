// One step after the other: `reduce`.

import AsyncPromises

struct TotalError: Error, Equatable {}

@MainActor
final class TotalCounter {
  private(set) var log: [String] = []

  private func count(_ text: String) -> Promise<Int> {
    log.append(text)
    return text.isEmpty ? Promise.rejected(TotalError()) : Promise.fulfilled(text.count)
  }

  func total(_ texts: [String]) -> Promise<Int> {
    Promise.fulfilled(0).then { first in
      texts.reduce(Promise.fulfilled(first)) { promise, text in promise.then { total in
      // The next one begins when this one is counted.
      self.count(text).map { number in total + number }
    } } }
  }

  func listed(_ texts: [String]) -> Promise<[Int]> {
    Promise.fulfilled([]).then { first in
      texts.reduce(Promise.fulfilled(first)) { promise, text in promise.then { counts in
      self.count(text).map { counts + [$0] }
    } } }.map { counts in
      self.log.append("\(counts.count) counts")
      return counts
    }
  }

  func some() -> Promise<Int> {
    count("start").then { first in ["a", "bb"].reduce(Promise.fulfilled(first)) { promise, text in promise.then { sum in self.count(text).map { sum + $0 } } } }
  }
}
