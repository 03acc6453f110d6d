// Ways out of the middle: of a function, of a handler at the end, and of one in between.

import AsyncPromises

@MainActor
final class EarlyReturns {
  let journal = Journal()
  private var cache: [Int: String] = [:]

  func page(_ number: Int) -> Promise<String> {
    guard number >= 0 else { return .rejected(Unwanted(what: "negative")) }
    if let page = cache[number] { return .fulfilled(page) }
    return read(number).then { text -> Promise<String> in
      if text.isEmpty { return .fulfilled("empty") }
      guard number < 10 else {
        self.journal.write("too far")
        return .rejected(Unwanted(what: "far"))
      }
      self.cache[number] = text
      return .fulfilled("\(number): \(text)")
    }
  }

  /// The second handler is not left out by the first one's early end.
  func titles(_ number: Int) -> Promise<Int> {
    page(number).then { page -> Promise<String> in
      if page == "empty" { return .rejected(Unwanted(what: "empty")) }
      self.journal.write("has \(page)")
      return self.page(number + 1)
    }.map { next in
      guard next.count > 1 else { return 0 }
      return next.count
    }
  }

  func show(_ number: Int) -> Promise<Void> {
    page(number).done { page in
      if page == "empty" { return }
      self.journal.write("shows \(page)")
    }.done {
      self.journal.write("shown")
    }
  }

  private func read(_ number: Int) -> Promise<String> {
    .fulfilled(number == 0 ? "" : String(repeating: "x", count: number))
  }
}
