// Promises that are stored, and settled later by other functions.

import GooglePromisesCompat

enum StoredError: Error, Equatable { case closed, missing }

@MainActor
final class StoredDialogs {
  private var open: Promise<Bool>?
  private var queue: [Promise<String>] = []
  private var byID: [Int: Promise<Int>] = [:]
  private(set) var log: [String] = []

  func confirm() -> Promise<Bool> {
    let promise = Promise<Bool>.pending()
    open = promise
    return promise.then { answer -> Bool in
      self.log.append("\(answer)")
      return !answer
    }
  }

  func press(_ answer: Bool) {
    open?.fulfill(answer)
    open = nil
  }

  func next() -> Promise<String> {
    let promise = Promise<String>.pending()
    queue.append(promise)
    return promise
  }

  func say(_ text: String) {
    queue.forEach { $0.fulfill(text) }
    queue.removeAll()
  }

  func close() {
    for promise in queue { promise.reject(StoredError.closed) }
    queue = []
  }

  func number(_ id: Int) -> Promise<Int> {
    if let running = byID[id] { return running }
    let promise = Promise<Int>.pending()
    byID[id] = promise
    return promise
  }

  func found(_ id: Int) {
    guard let promise = byID.removeValue(forKey: id) else { return }
    promise.fulfill(id * 2)
  }
}

/// Closures without a value: the promise they return depends on what is asked for.
@MainActor
final class StoredChecks {
  private(set) var log: [String] = []

  func exists(_ name: String) -> Promise<Bool> { Promise(name == "a") }

  func assert(_ name: String) -> Promise<Void> {
    exists(name).then { found -> Void in
      guard found else { throw StoredError.missing }
    }
  }

  func note(_ name: String) -> Promise<Bool> {
    exists(name).then { found -> Void in
      self.log.append("\(found)")
    }
  }

  func quietly(_ name: String) -> Promise<Void> {
    exists(name).then { _ in
      self.assert(name).then { _ in () }
    }.recover { _ in
    }
  }
}
