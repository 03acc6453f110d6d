// Names that were in closures of their own, and meet in one function.

import AsyncPromises

@MainActor
final class Names {
  let journal = Journal()
  var value = 100

  /// Three handlers, one name.
  func thrice(_ value: Int) -> Promise<Int> {
    twice(value).map { value in
      value + 1
    }.then { value in
      self.twice(value)
    }.map { [value] in $0 + value }
  }

  /// The parameter is used again, after a handler's of its name.
  func again(_ number: Int) -> Promise<Int> {
    twice(number).map { number in number * 10 }.map { tens in tens + number }
  }

  /// The property is used again, after a handler's parameter of its name.
  func property() -> Promise<Int> {
    twice(1).map { value in value + self.value }.map { $0 + self.value }
  }

  /// A constant of a handler has the name of one before the chain.
  func constants(_ number: Int) -> Promise<String> {
    let text = "\(number)"
    return twice(number).map { number in
      let text = "\(number)!"
      self.journal.write(text)
      return text.count
    }.map { count in "\(text) \(count)" }
  }

  func pairs(_ a: Int, _ b: Int) -> Promise<String> {
    Promise.all(twice(a), twice(b)).map { a, b in (b, a) }.map { "\($0) \($1)" }
  }

  func nested(_ number: Int) -> Promise<Int> {
    twice(number).then { number in
      self.twice(number).map { inner in
        [1, 2].map { number in number * inner }.reduce(number, +)
      }
    }
  }

  private func twice(_ number: Int) -> Promise<Int> { .fulfilled(number * 2) }
}
