// The allocations that the PromiseKit facade adds: an object per promise, and one to keep it alive.

import CAllocations
import PromiseKitCompat
import Testing

@Suite(
  "Allocations of PromiseKitCompat", .timeLimit(.minutes(10)),
  .enabled(if: allocations_are_counted(), "Allocations aren't counted with this allocator."))
struct PromiseKitAllocationTests {
  @Test("a fulfilled promise")
  func fulfilled() async {
    await #expect(processExitsWith: .success) {
      await expectAllocations(2) { count in
        var kept = [Promise.value(0)]
        for index in 0..<count {
          kept[0] = Promise.value(index)
          use(kept[0].value)
        }
      }
    }
  }

  @Test("W3: a link in a chain")
  func link() async {
    await #expect(processExitsWith: .success) {
      // One allocation keeps the promise alive for weak references to it, until it is settled.
      await expectAllocations(3, inDebug: 5) { count in
        let (first, resolver) = Promise<Int>.pending()
        var last = first
        for _ in 0..<count { last = last.map(on: nil) { $0 &+ 1 } }
        resolver.fulfill(0)
        use(last.value)
      }
    }
  }
}
