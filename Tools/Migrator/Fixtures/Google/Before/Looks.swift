// Looking at promises without waiting.

import GooglePromisesCompat

struct LookError: Error, Equatable {}

@MainActor
final class LookScreen {
  private let work = Promise<Int>.pending()
  private let failed = Promise<Int>(LookError())
  private let done = Promise<String>("done")

  func finish(_ number: Int) { work.fulfill(number) }

  var report: String {
    var parts: [String] = []
    if work.isPending { parts.append("pending") }
    if work.isFulfilled { parts.append("fulfilled") }
    if let value = work.value { parts.append("value \(value)") }
    if failed.isRejected && !failed.isPending { parts.append("rejected") }
    if failed.error as? LookError == LookError() { parts.append("error") }
    if failed.value == nil && work.error == nil { parts.append("nil") }
    parts.append(done.value ?? "not done")
    return parts.joined(separator: " ")
  }

  func end() -> Promise<Int> { work.then { $0 } }
}
