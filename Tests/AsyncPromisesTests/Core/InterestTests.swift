// Interest.swift: consumers that withdraw from a list that contains others.

import AsyncPromises
import TestSupport
import Testing

@Suite("Interest", .timeLimit(.minutes(10)))
struct InterestTests {
  @Test("E2: cancelling the end of a chain on the main actor cancels it link by link")
  @MainActor
  func chainOfMain() async throws {
    let (source, resolver) = pendingWork()
    var freed: [Promise<Void>] = []
    var last = source
    for _ in 0..<3 {
      let (next, isFreed) = tracking { object in
        last.map { value in
          object.use()
          return value
        }
      }
      last = next
      freed.append(isFreed)
    }
    #expect(last.cancel())
    #expect(source.isAbandoned)
    for promise in freed { try await promise.value }
    withExtendedLifetime(resolver) {}
  }

  @Test("E2 B6: a skipped main-actor handler doesn't affect earlier consumers of its source")
  func skippedBesideElders() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let elder = source.map { $0 + 1 }
    let skipped = source.map { @MainActor value in value }
    #expect(skipped.cancel())
    try #require(source.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
    #expect(try await elder.value == 2)
  }

  @Test("E2 B6: skipped handlers with any isolation, anywhere in a list, don't affect the others")
  func manySkipped() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let count = 60
    let desk = Desk()
    var derived: [Promise<Int>] = []
    for index in 0..<count {
      switch index % 4 {
      case 0: derived.append(source.map { $0 })
      case 1: derived.append(source.map { @MainActor value in value })
      case 2: derived.append(await desk.pass(source))
      default: derived.append(source.finally {})
      }
    }
    // Some handlers of each isolation leave, and some stay.
    let leaves = { (index: Int) in index % 3 != 0 }
    for index in 0..<count where leaves(index) { #expect(derived[index].cancel()) }
    try #require(source.resultIfSettled == nil)
    #expect(resolver.fulfill(1))
    for index in 0..<count {
      if leaves(index) {
        #expect(derived[index].isRejectedByCancellation)
      } else {
        #expect(try await derived[index].value == 1)
      }
    }
  }
}

extension Desk {
  fileprivate func pass(_ promise: Promise<Int>) -> Promise<Int> {
    promise.tap { _ in self.enter() }
  }
}
