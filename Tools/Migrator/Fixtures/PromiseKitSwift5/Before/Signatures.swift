// Handlers in all forms of a closure's signature.

import PromiseKitCompat

class Scores {
  private(set) var log: [String] = []
  private func note(_ text: String) { log.append(text) }
  private func score() -> Promise<Int> { return .value(2) }
  private func pair() -> Promise<(Int, Int)> { return .value((3, 4)) }

  func run(_ end: @escaping () -> Void) {
    let each = [
      score().done { self.note("\($0)") },
      score().done { x in self.note("\(x)") },
      score().done { (x) in self.note("\(x)") },
      score().done { (x: Int) in self.note("\(x)") },
      score().done { (x) -> Void in self.note("\(x)") },
      score().done { (_) in self.note("any") },
      score().done { [weak self] (x) in self?.note("\(x)") },
      score().done { [weak self] (x: Int) in self?.note("\(x)") },
      score().done { (x) throws in self.note("\(x)") },
      pair().done { self.note("\($0 + $1)") },
      pair().done { (x, y) in self.note("\(x + y)") },
      pair().done { x, y in self.note("\(x + y)") },
      pair().done { (x: Int, y: Int) in self.note("\(x + y)") },
      pair().done { (x, y) -> Void in self.note("\(x + y)") },
      pair().done { [weak self] (x, y) in self?.note("\(x + y)") },
      score().asVoid().done { () in self.note("none") },
      score().asVoid().done { () -> Void in self.note("none") },
    ]
    when(fulfilled: each).map { () in
      "all"
    }.then { (text) in
      self.score().map { (text, $0) }
    }.done { (text, number: Int) in
      self.note("\(text) \(number)")
    }.catch { (error) in
      self.note("\(error)")
    }.finally { () in
      end()
    }
  }
}
