// What can't fail.

import PromiseKitCompat

@MainActor
final class GuaranteeDialog {
  private var completion: ((Bool) -> Void)?
  private(set) var log: [String] = []

  func show(_ completion: @escaping (Bool) -> Void) { self.completion = completion }
  func press(_ isAllowed: Bool) { completion?(isAllowed) }

  func ask() -> Guarantee<Bool> { Guarantee { seal in show(seal) } }

  func askAgain() -> Guarantee<String> {
    Guarantee<Bool> { seal in
      show { answer in
        self.log.append("pressed")
        seal(answer)
      }
    }.map { $0 ? "yes" : "no" }
  }

  func askTwice() -> Guarantee<String> {
    let (answer, resolve) = Guarantee<Bool>.pending()
    show { isAllowed in
      resolve(isAllowed)
      resolve(!isAllowed)
    }
    return answer.then { first -> Guarantee<String> in
      guard first else { return .value("no") }
      return .value("yes")
    }.get { text in
      self.log.append(text)
    }
  }

  func nothing() -> Guarantee<Void> { Guarantee() }

  var constant: Guarantee<Int> { .value(1) }

  func summary() async -> String {
    await nothing().async()
    return "over"
  }

  func sum() async throws -> Int {
    let one = await constant.async()
    return await constant.async() + one
  }
}
