// Ways out of the middle: of a function, of a handler at the end, and of one in between.

import AsyncPromises

@MainActor
final class EarlyReturns {
  let journal = Journal()
  private var cache: [Int: String] = [:]

  func page(_ number: Int) async throws -> String {
    guard number >= 0 else { throw Unwanted(what: "negative") }
    if let page = cache[number] { return page }
    let text = try await read(number)
    if text.isEmpty { return "empty" }
    guard number < 10 else {
      self.journal.write("too far")
      throw Unwanted(what: "far")
    }
    self.cache[number] = text
    return "\(number): \(text)"
  }

  /// The second handler is not left out by the first one's early end.
  func titles(_ number: Int) async throws -> Int {
    let page = try await page(number)
    if page == "empty" { throw Unwanted(what: "empty") }
    self.journal.write("has \(page)")
    let next = try await self.page(number + 1)
    guard next.count > 1 else { return 0 }
    return next.count
  }

  func show(_ number: Int) async throws {
    try await Promise.immediate { try await page(number) }.done { page in
      if page == "empty" { return }
      self.journal.write("shows \(page)")
    }.get()
    self.journal.write("shown")
  }

  private func read(_ number: Int) async throws -> String {
    number == 0 ? "" : String(repeating: "x", count: number)
  }
}
