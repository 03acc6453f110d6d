// Promises that are made pending and settled by the code that has made them.

import GooglePromisesCompat

struct PendingError: Error, Equatable {}

@MainActor
final class PendingGate {
  private let ready = Promise<Int>.pending()
  private let closed: Promise<String> = .pending()
  private(set) var log: [String] = []

  func open(_ number: Int) {
    log.append("opens")
    ready.fulfill(number)
    self.ready.fulfill(number + 1)  // too late
  }

  func fail() { ready.reject(PendingError()) }

  func close(_ handOver: (@escaping @Sendable (String) -> Void) -> Void) {
    handOver(closed.fulfill)
  }

  func wait() -> Promise<Int> {
    ready.then { number in
      self.log.append("open \(number)")
    }
  }

  func end() -> Promise<String> { closed }

  /// One of its own for each call.
  func ask(_ dialog: PendingDialog) -> Promise<Bool> {
    let promise = Promise<Bool>.pending()
    dialog.show { answer in
      promise.fulfill(answer)
    }
    return promise.then { answer in
      self.log.append(answer ? "yes" : "no")
    }
  }

  func askTwice(_ dialog: PendingDialog) -> Promise<Bool> {
    let answer = Promise<Bool>()
    dialog.show { isFirst in
      guard isFirst else { return answer.reject(PendingError()) }
      dialog.show { answer.fulfill($0) }
    }
    return answer
  }
}

@MainActor
final class PendingDialog {
  private var completions: [@MainActor (Bool) -> Void] = []

  func show(_ completion: @escaping @MainActor (Bool) -> Void) { completions.append(completion) }
  func press(_ answer: Bool) { completions.removeFirst()(answer) }
}
