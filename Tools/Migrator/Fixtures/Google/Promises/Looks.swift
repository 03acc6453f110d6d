// Looking at promises without waiting.

import AsyncPromises

struct LookError: Error, Equatable {}

@MainActor
final class LookScreen {
  private let (work, workResolver) = Promise<Int>.pending()
  private let failed = Promise<Int>.rejected(LookError())
  private let done = Promise<String>.fulfilled("done")

  func finish(_ number: Int) { workResolver.fulfill(number) }

  var report: String {
    var parts: [String] = []
    if (work.current == nil) { parts.append("pending") }
    if ((try? work.current?.get()) != nil) { parts.append("fulfilled") }
    if let value = (try? work.current?.get()) { parts.append("value \(value)") }
    if (failed.current.map { if case .failure = $0 { true } else { false } } ?? false) && !(failed.current == nil) { parts.append("rejected") }
    if (failed.current.flatMap { outcome -> (any Error)? in if case .failure(let error) = outcome { error } else { nil } }) as? LookError == LookError() { parts.append("error") }
    if (try? failed.current?.get()) == nil && (work.current.flatMap { outcome -> (any Error)? in if case .failure(let error) = outcome { error } else { nil } }) == nil { parts.append("nil") }
    parts.append((try? done.current?.get()) ?? "not done")
    return parts.joined(separator: " ")
  }

  func end() -> Promise<Int> { work.map { $0 } }
}
