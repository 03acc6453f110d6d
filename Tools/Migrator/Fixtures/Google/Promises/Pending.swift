// Promises that are made pending and settled by the code that has made them.

import AsyncPromises

struct PendingError: Error, Equatable {}

@MainActor
final class PendingGate {
  private let (ready, readyResolver) = Promise<Int>.pending()
  private let (closed, closedResolver) = Promise<String>.pending()
  private(set) var log: [String] = []

  func open(_ number: Int) {
    log.append("opens")
    readyResolver.fulfill(number)
    self.readyResolver.fulfill(number + 1)  // too late
  }

  func fail() { readyResolver.reject(PendingError()) }

  func close(_ handOver: (@escaping @Sendable (String) -> Void) -> Void) {
    handOver({ @Sendable [closedResolver] in closedResolver.fulfill($0) })
  }

  func wait() -> Promise<Int> {
    ready.map { number in
      self.log.append("open \(number)")
      return number
    }
  }

  func end() -> Promise<String> { closed }

  /// One of its own for each call.
  func ask(_ dialog: PendingDialog) -> Promise<Bool> {
    let (promise, resolver) = Promise<Bool>.pending()
    dialog.show { answer in
      resolver.fulfill(answer)
    }
    return promise.map { answer in
      self.log.append(answer ? "yes" : "no")
      return answer
    }
  }

  func askTwice(_ dialog: PendingDialog) -> Promise<Bool> {
    let (answer, answerResolver) = Promise<Bool>.pending()
    dialog.show { isFirst in
      guard isFirst else { return answerResolver.reject(PendingError()) }
      dialog.show { answerResolver.fulfill($0) }
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
