// What can't fail.

import AsyncPromises

@MainActor
final class GuaranteeDialog {
  private var completion: ((Bool) -> Void)?
  private(set) var log: [String] = []

  func show(_ completion: @escaping (Bool) -> Void) { self.completion = completion }
  func press(_ isAllowed: Bool) { completion?(isAllowed) }

  func ask() async throws -> Bool { try await Promise.wrap { show($0) }.get() }

  func askAgain() async throws -> String {
    let value = try await Promise<Bool> { seal in
      show { answer in
        self.log.append("pressed")
        seal.fulfill(answer)
      }
    }.get()
    return value ? "yes" : "no"
  }

  func askTwice() async throws -> String {
    let (answer, resolve) = Promise<Bool>.pending()
    show { isAllowed in
      resolve.fulfill(isAllowed)
      resolve.fulfill(!isAllowed)
    }
    let text = try await answer.then { first -> Promise<String> in
      guard first else { return .fulfilled("no") }
      return .fulfilled("yes")
    }.get()
    self.log.append(text)
    return text
  }

  func nothing() async throws {  }

  var constant: Promise<Int> { .fulfilled(1) }

  func summary() async -> String {
    _ = await Promise.immediate { try await nothing() }.result
    return "over"
  }

  func sum() async throws -> Int {
    let one = try await constant.get()
    return try await constant.get() + one
  }
}
