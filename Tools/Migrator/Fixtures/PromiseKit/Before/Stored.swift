// Guarantees, resolvers and functions that are stored, and settled from elsewhere.

import PromiseKitCompat

@MainActor
final class StoredPermission {
  private var answer: Guarantee<Bool>
  private var give: (Bool) -> Void
  private var waiting: [Resolver<Int>] = []

  init() { (answer, give) = Guarantee<Bool>.pending() }

  func ask() -> Guarantee<Bool> { answer }

  func reset() { (self.answer, self.give) = Guarantee<Bool>.pending() }

  func press(_ yes: Bool) { give(yes) }

  func turn() -> Promise<Int> { Promise { self.waiting.append($0) } }

  func call() {
    waiting.enumerated().forEach { $1.fulfill($0) }
    waiting.removeAll()
  }

  /// A resolver that follows another promise.
  func same() -> Promise<Int> {
    Promise { seal in turn().pipe(to: seal.resolve) }
  }
}

/// Requests as values, as tests replace them.
struct StoredRequests: Sendable {
  var load: @Sendable (Int) -> Promise<Int> = { .value($0) }
  var fails = false

  func texts(_ numbers: [Int]) -> Promise<[String]> {
    firstly {
      .value(numbers)
    }.mapValues { "\($0)" }
  }

  func pair() -> Promise<(name: String, age: Int)> {
    when(fulfilled: texts([1]), load(2)).map { (words, number) in
      (name: words[0], age: number)
    }
  }

  func described() -> Promise<String> {
    pair().map { (name, age) in "\(name) \(age)" }
  }

  func refuse() -> Promise<Int> {
    guard !fails else { return .init(error: DeskError.missing) }
    return load(1)
  }
}

extension Promise {
  /// The first of this promise and one after it.
  func orLater(_ value: T) -> Promise<T> {
    race(self, after(seconds: 60).then { () -> Promise<T> in .value(value) })
  }
}
