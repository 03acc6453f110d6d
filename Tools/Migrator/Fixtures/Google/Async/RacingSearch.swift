// A search field: what was typed last is found, in whatever order the answers come.

import AsyncPromises

@MainActor
final class RacingSearch {
  private(set) var found = ""
  private(set) var typed = ""
  private(set) var ends = 0

  func search(_ text: String) async throws -> String {
    typed = text
    defer {
      self.ends += 1
    }
    let answer = try await answer(to: text)
    guard text == self.typed else { return answer }  // something else was typed by now
    self.found = answer
    return answer
  }

  private func answer(to text: String) async throws -> String {
    let value = "answer to \(text)"
    try await Task.sleep(for: .seconds(1))
    return value
  }
}
