// What can't fail.

import AsyncPromises

@MainActor
final class GuaranteeDialog {
  private var completion: ((Bool) -> Void)?
  private(set) var log: [String] = []

  func show(_ completion: @escaping (Bool) -> Void) { self.completion = completion }
  func press(_ isAllowed: Bool) { completion?(isAllowed) }

  func ask() -> Promise<Bool> { Promise.wrap { show($0) } }

  func askAgain() -> Promise<String> {
    Promise<Bool> { seal in
      show { answer in
        self.log.append("pressed")
        seal.fulfill(answer)
      }
    }.map { $0 ? "yes" : "no" }
  }

  func askTwice() -> Promise<String> {
    let (answer, resolve) = Promise<Bool>.pending()
    show { isAllowed in
      resolve.fulfill(isAllowed)
      resolve.fulfill(!isAllowed)
    }
    return answer.then { first -> Promise<String> in
      guard first else { return .fulfilled("no") }
      return .fulfilled("yes")
    }.map { text in
      self.log.append(text)
      return text
    }
  }

  func nothing() -> Promise<Void> { Promise.fulfilled(()) }

  var constant: Promise<Int> { .fulfilled(1) }

  func summary() async -> String {
    _ = await nothing().result
    return "over"
  }

  func sum() async throws -> Int {
    let one = try await constant.get()
    return try await constant.get() + one
  }
}
