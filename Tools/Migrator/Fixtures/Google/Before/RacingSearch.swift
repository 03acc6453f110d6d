// A search field: what was typed last is found, in whatever order the answers come.

import GooglePromisesCompat

@MainActor
final class RacingSearch {
  private(set) var found = ""
  private(set) var typed = ""
  private(set) var ends = 0

  func search(_ text: String) -> Promise<String> {
    typed = text
    return answer(to: text).then { answer in
      guard text == self.typed else { return }  // something else was typed by now
      self.found = answer
    }.always {
      self.ends += 1
    }
  }

  private func answer(to text: String) -> Promise<String> {
    Promise("answer to \(text)").delay(1)
  }
}
