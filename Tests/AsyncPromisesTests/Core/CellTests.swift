// Cell.swift: delivery when several threads use one promise.

import AsyncPromises
import TestSupport
import Testing

@Suite("Delivery", .timeLimit(.minutes(10)))
struct CellTests {
  @Test("B3: handlers registered while another thread settles don't overtake others")
  func lateRegistration() async {
    for _ in 0..<2_000 {
      let (promise, resolver) = Promise<Int>.pending()
      let onMain = Journal<Int>()
      let nowhere = Journal<Int>()
      let register: @Sendable (Int) -> Void = { index in
        promise.whenSettled { @MainActor _ in onMain.write(index) }
        promise.whenSettled { _ in nowhere.write(index) }
      }
      register(0)
      async let settled = resolver.fulfill(1)
      async let registered: Void = { for index in 1...4 { register(index) } }()
      #expect(await settled)
      await registered
      _ = await promise.tap { @MainActor _ in }.result
      _ = await promise.tap { _ in }.result
      #expect(onMain.entries == Array(0...4))
      #expect(nowhere.entries == Array(0...4))
    }
  }
}
