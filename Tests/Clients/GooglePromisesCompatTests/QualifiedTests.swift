// Promises.swift, Qualified.swift: names qualified with the module's name.

import AsyncPromisesTesting
import Dispatch
import GooglePromisesCompat
import TestSupport
import Testing

@Suite("Names qualified with the module name of google/promises", .timeLimit(.minutes(10)))
struct QualifiedTests {
  @Test("types, and functions of one type")
  func oneType() async {
    let promise: Promises.Promise<Int> = Promises.race(Promise(1), Promise.pending())
    #expect(await promise.settled() == .fulfilled(1))
    let sum = Promises.all(promise, Promise(2)).then { $0.reduce(0, +) }
    #expect(await sum.settled() == .fulfilled(3))
    #expect(await Promises.all([promise]).then { $0[0] }.settled() == .fulfilled(1))
    #expect(await Promises.any(promise).then { $0.count }.settled() == .fulfilled(1))
    #expect(await Promises.any([promise]).then { $0.count }.settled() == .fulfilled(1))
    #expect(await Promises.race([promise]).settled() == .fulfilled(1))
    #expect(await Promises.retry { promise }.settled() == .fulfilled(1))
    let error: any Error = Promises.PromiseError.timedOut
    #expect(Promises.Maybe<Int>(error).error is PromiseError)
  }

  @Test("all and any of several types")
  func severalTypes() async throws {
    let (one, two) = (Promise(1), Promise("2"))
    #expect(try await Promises.all(one, two).async() == (1, "2"))
    #expect(try await Promises.all(one, two, one).async() == (1, "2", 1))
    #expect(try await Promises.all(one, two, one, two).async() == (1, "2", 1, "2"))
    let (a, b) = try await Promises.any(one, two).async()
    #expect(a == Maybe(1) && b == Maybe("2"))
    let (c, d, e) = try await Promises.any(one, two, one).async()
    #expect(c == Maybe(1) && d == Maybe("2") && e == Maybe(1))
  }

  @Test("wrap of every shape")
  func wrap() async throws {
    typealias Failure = any Error
    let end = Promises.wrap { (done: @escaping () -> Void) in done() }
    #expect(try await end.async() == nil)
    let value = Promises.wrap { (done: @escaping (Int) -> Void) in done(1) }
    #expect(await value.settled() == .fulfilled(1))
    let optional = Promises.wrap { (done: @escaping (Int?) -> Void) in done(nil) }
    #expect(try await optional.async() == nil)
    let valueFirst = Promises.wrap { (done: @escaping (Int, Failure?) -> Void) in done(1, nil) }
    #expect(await valueFirst.settled() == .fulfilled(1))
    let errorFirst = Promises.wrap { (done: @escaping (Failure?, Int) -> Void) in done(nil, 1) }
    #expect(await errorFirst.settled() == .fulfilled(1))
    let some = Promises.wrap { (done: @escaping (Int?, Failure?) -> Void) in done(1, nil) }
    #expect(try await some.async() == 1)
    let none = Promises.wrap { (done: @escaping (Failure?, Int?) -> Void) in done(nil, nil) }
    #expect(try await none.async() == nil)
    let both = Promises.wrap { (done: @escaping (Int?, String?, Failure?) -> Void) in
      done(1, nil, nil)
    }
    #expect(try await both.async() == (1, nil))
  }

  @Test("a report names the line of the call", .needsTracking)
  func place() async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      let pending = Promise<Int>.pending()
      let line = #line
      let group = Promises.all([pending])
      let some = Promises.any([pending])
      let won = Promises.race([pending])
      let again = Promises.retry { pending }
      let error = await #expect(throws: UnsettledPromises.self) {
        try await scope.settle(within: .zero)
      }
      let report = error?.report ?? ""
      for (offset, name) in ["all", "any", "race", "retry"].enumerated() {
        #expect(report.contains("\(name) at \(#fileID):\(line + 1 + offset)"), "\(report)")
      }
      withExtendedLifetime((pending, group, some, won, again)) {}
    }
  }
}
