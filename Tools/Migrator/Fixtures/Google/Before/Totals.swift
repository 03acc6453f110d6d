// One step after the other: `reduce`.

import GooglePromisesCompat

struct TotalError: Error, Equatable {}

@MainActor
final class TotalCounter {
  private(set) var log: [String] = []

  private func count(_ text: String) -> Promise<Int> {
    log.append(text)
    return text.isEmpty ? Promise(TotalError()) : Promise(text.count)
  }

  func total(_ texts: [String]) -> Promise<Int> {
    Promise(0).reduce(texts) { total, text in
      // The next one begins when this one is counted.
      self.count(text).then { number in total + number }
    }
  }

  func listed(_ texts: [String]) -> Promise<[Int]> {
    Promise([]).reduce(texts) { counts, text in
      self.count(text).then { counts + [$0] }
    }.then { counts in
      self.log.append("\(counts.count) counts")
    }
  }

  func some() -> Promise<Int> {
    count("start").reduce("a", "bb") { sum, text in self.count(text).then { sum + $0 } }
  }
}
