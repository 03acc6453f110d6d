// A search field: what was typed last is found, in whatever order the answers come.

import AsyncPromises

@MainActor
final class RacingSearch {
  private(set) var found = ""
  private(set) var typed = ""
  private(set) var ends = 0

  func search(_ text: String) -> Promise<String> {
    typed = text
    return answer(to: text).map { answer in
      guard text == self.typed else { return answer }  // something else was typed by now
      self.found = answer
      return answer
    }.finally {
      self.ends += 1
    }
  }

  private func answer(to text: String) -> Promise<String> {
    Promise.fulfilled("answer to \(text)").delay(by: .seconds(1))
  }
}
