// References.swift: functions that google/promises allowed to be passed by name.

import GooglePromisesCompat
import TestSupport
import Testing

@Suite("Functions passed by name", .timeLimit(.minutes(10)))
struct ReferencesTests {
  @Test("functions that make or settle a promise")
  func makers() {
    let makers: [() -> Promise<Int>] = [Promise.pending, Promise.init]
    for make in makers {
      let promise = make()
      #expect(promise.isPending)
      [1, 2].forEach(promise.fulfill)
      #expect(promise.outcome == .fulfilled(1))
      [TestError.first].forEach(promise.reject)
    }
  }
}
