// PromiseError.swift: the errors that the library itself rejects promises with.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("PromiseError", .timeLimit(.minutes(10)))
struct PromiseErrorTests {
  @Test("A4: a broken promise's error says where the promise was created and what to do")
  func broken() async {
    let reason = "A promise can never settle because its resolver was released: "
    let advice =
      "Keep the resolver until the callback arrives, and settle the promise on every path."
    let place = "created at App/Feed.swift:12. "
    let nameless = Promise<Int>.pending(fileID: "App/Feed.swift", line: 12).promise
    #expect(await nameless.libraryError?.description == reason + place + advice)
    let named = Promise<Int>.pending(name: "answer", fileID: "App/Feed.swift", line: 12).promise
    #expect(await named.libraryError?.description == reason + "“answer”, " + place + advice)
  }

  @Test("F: noneFulfilled uses each error's own description")
  func noneFulfilled() {
    let error = PromiseError.noneFulfilled([PromiseError.invalid, TestError.first])
    #expect(
      error.description
        == "None of the 2 promises was fulfilled: “The value did not pass validation.”, “first”.")
  }

  @Test("D3 G2: the description of a timeout shows the limit and the line that made the work")
  func timedOut() async throws {
    let (promise, resolver) = Promise<Int>.pending(fileID: "Shop/Cart.swift", line: 12)
    let error = await promise.timeout(after: .zero).libraryError
    let site = calling("pending at", "Shop/Cart.swift:12")
    #expect(error?.description == "The promise was not settled within 0.0 seconds: \(site).")
    withExtendedLifetime(resolver) {}
  }

  @Test("G2: a timeout's error doesn't retain the work, which may later fail with that error")
  func timedOutLifetime() throws {
    weak var cell: Cell?
    /// - Returns: the error of a timeout, with which the work itself is then rejected.
    func fail() throws -> any Error {
      let (promise, resolver) = Promise<Int>.pending()
      cell = promise.cell
      promise.ignoreErrors()
      let limited = promise.timeout(after: .zero).ignoreErrors()
      let error = try #require(throws: PromiseError.self) { try limited.resultIfSettled?.get() }
      resolver.reject(error)
      return error
    }
    let error = try fail()
    withExtendedLifetime(error) { #expect(cell == nil) }
  }

  @Test("B7: every error has its own description")
  func sentences() {
    let errors: [PromiseError] = [
      .broken(createdAt: "here"), .cycle,
      .timedOut(after: .zero, work: "here"),
      .missingValue, .invalid,
    ]
    let sentences = errors.map(\.description)
    #expect(Set(sentences).count == errors.count)
    for sentence in sentences {
      #expect(sentence.hasSuffix("."))
    }
  }

  @Test("B7: the library's errors pass through a chain unchanged")
  func passed() async {
    let derived = Promise<Int>.rejected(PromiseError.missingValue).map { $0 }.tap { _ in }
    #expect(await derived.isMissingValue)
  }

  private struct Dismissed: PossibleCancellation { let isCancellation: Bool }

  @Test(
    "H1 G3: an error that means a cancellation isn't reported, retried or caught as a failure",
    .enabled(if: Tracking.isOn, "Scopes need tracking."), arguments: [true, false])
  func cancellations(isCancellation: Bool) async throws {
    let error = Dismissed(isCancellation: isCancellation)
    #expect(PromiseError.isCancellation(error) == isCancellation)
    let reports = try await unhandledRejections { _ = Promise<Int>.rejected(error).map { $0 } }
    #expect(reports.isEmpty == isCancellation)
    let (calls, caught) = (Journal<Int>(), Journal<Bool>())
    _ = await Promise<Int>.retry(maxAttempts: 2, backoff: .none) { attempt in
      calls.write(attempt)
      throw error
    }.catch(except: CancellationError.self) { _ in caught.write(true) }.result
    #expect(calls.count == (isCancellation ? 1 : 2))
    #expect(caught.count == (isCancellation ? 0 : 1))
  }
}
