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
    if (work.resultIfSettled == nil) { parts.append("pending") }
    if ((try? work.resultIfSettled?.get()) != nil) { parts.append("fulfilled") }
    if let value = (try? work.resultIfSettled?.get()) { parts.append("value \(value)") }
    if (failed.resultIfSettled.map { if case .failure = $0 { true } else { false } } ?? false) && !(failed.resultIfSettled == nil) { parts.append("rejected") }
    if (failed.resultIfSettled.flatMap { outcome -> (any Error)? in if case .failure(let error) = outcome { error } else { nil } }) as? LookError == LookError() { parts.append("error") }
    if (try? failed.resultIfSettled?.get()) == nil && (work.resultIfSettled.flatMap { outcome -> (any Error)? in if case .failure(let error) = outcome { error } else { nil } }) == nil { parts.append("nil") }
    parts.append((try? done.resultIfSettled?.get()) ?? "not done")
    return parts.joined(separator: " ")
  }

  func end() async throws -> Int {
    let value = try await work.get()
    return value
  }
}
