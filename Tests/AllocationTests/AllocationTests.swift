// How many allocations an operation costs in a client of the library.
//
// The counts are exact: they depend on the compiler, but not on anything at run time. An
// unoptimized build allocates more, because nothing is specialized and no closure stays on the
// stack. A smaller count is good news: record it.

import AsyncPromises
import AsyncPromisesTracking
import CAllocations
import Testing

@Suite(
  "Allocations", .timeLimit(.minutes(10)),
  .enabled(if: allocations_are_counted(), "Allocations aren't counted with this allocator."))
struct AllocationTests {
  @Test("W1: a fulfilled promise takes one allocation; reading it takes none")
  func fulfilled() async {
    await #expect(processExitsWith: .success) {
      await expectAllocations(1) { count in
        var kept = [Promise.fulfilled(0)]
        for index in 0..<count {
          kept[0] = Promise.fulfilled(index)
          use(kept[0].resultIfSettled)
        }
      }
    }
  }

  @Test("W1: a promise that stays in its function takes no allocation if the optimizer notices")
  func fulfilledOnStack() async {
    await #expect(processExitsWith: .success) {
      await expectAllocations(0, inDebug: 1) { count in
        for index in 0..<count { use(Promise.fulfilled(index).resultIfSettled) }
      }
    }
  }

  @Test("W1: a promise and its resolver take two allocations; settling takes none")
  func pending() async {
    await #expect(processExitsWith: .success) {
      await expectAllocations(2) { count in
        for index in 0..<count {
          let (promise, resolver) = Promise<Int>.pending()
          resolver.fulfill(index)
          use(promise.resultIfSettled)
        }
      }
    }
  }

  @Test("W3: a link in a chain")
  func link() async {
    await #expect(processExitsWith: .success) {
      await expectAllocations(2, inDebug: 3) { count in
        let (first, resolver) = Promise<Int>.pending()
        var last = first
        for _ in 0..<count { last = last.map { $0 &+ 1 } }
        resolver.fulfill(0)
        use(await last.result)
      }
    }
  }

  @Test("W5: one of many handlers of the same promise")
  func handler() async {
    await #expect(processExitsWith: .success) {
      await expectAllocations(2, inDebug: 3) { count in
        let (promise, resolver) = Promise<Int>.pending()
        for _ in 0..<count { promise.whenSettled { use($0) } }
        resolver.fulfill(0)
        use(await promise.map { $0 }.result)
      }
    }
  }

  @Test("a `then` link, including the promise that its handler returns")
  func thenLink() async {
    await #expect(processExitsWith: .success) {
      await expectAllocations(3, inDebug: 4) { count in
        let (first, resolver) = Promise<Int>.pending()
        var last = first
        for _ in 0..<count { last = last.then { .fulfilled($0) } }
        resolver.fulfill(0)
        use(await last.result)
      }
    }
  }

  @Test("W6: an input to `all`, including the promise and its resolver")
  func input() async {
    await #expect(processExitsWith: .success) {
      await expectAllocations(3, inDebug: 10) { count in
        let inputs = (0..<count).map { _ in Promise<Int>.pending() }
        let all = Promise.all(inputs.map(\.promise))
        for (index, input) in inputs.enumerated() { input.resolver.fulfill(index) }
        use(await all.result)
      }
    }
  }

  @Test("W12r: a race that a pending promise loses, including the promise that wins")
  func race() async {
    await #expect(processExitsWith: .success) {
      let (pending, resolver) = Promise<Int>.pending()
      await expectAllocations(7, inDebug: 18) { count in
        for number in 0..<count { use(await Promise.race(pending, .fulfilled(number)).result) }
      }
      resolver.fulfill(1)
    }
  }

  @Test("C1 C2: awaiting value or get of a settled promise allocates nothing")
  func settledAwait() async {
    await #expect(processExitsWith: .success) {
      let promise = Promise.fulfilled(7)
      await expectAllocations(0) { count in
        for _ in 0..<count { use(try? await promise.value) }
      }
      await expectAllocations(0) { count in
        for _ in 0..<count { use(try? await promise.get()) }
      }
    }
  }

  @Test("C2: `get` and `value` of a pending promise make the same number of allocations")
  func pendingAwait() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      let (gate, resolver) = Promise<Int>.pending()
      // A cancelled task doesn't wait, so no other thread allocates meanwhile.
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        let looks = await allocations { for _ in 0..<1_000 { use(try? await gate.value) } }
        let takes = await allocations { for _ in 0..<1_000 { use(try? await gate.get()) } }
        #expect(takes == looks && looks > 0, "\(takes) and \(looks)")
      }.value
      resolver.fulfill(7)
    }
  }

  @Test("H3 T5: a tracked promise allocates as often after a recording as before it")
  func timeline() async {
    await #expect(processExitsWith: .success) {
      /// How often each of many promises allocates.
      func allocationsOfOne() async -> Int {
        let count = 10_000
        let all = await allocations {
          for index in 0..<count {
            let (promise, resolver) = Promise<Int>.pending()
            resolver.fulfill(index)
            use(promise.resultIfSettled)
          }
        }
        return (all + count / 2) / count
      }
      PromiseDiagnostics.startTracking()
      let before = await allocationsOfOne()
      PromiseTimeline.start()
      let recording = await allocationsOfOne()
      use(PromiseTimeline.stop().svg)
      let after = await allocationsOfOne()
      #expect(before == after)
      #expect(recording > before, "Nothing was recorded.")
    }
  }
}

/// Keeps the optimizer from removing the code that computes `value`.
@inline(never)
func use<T>(_ value: T) {}

/// The number of allocations that `body` makes when it runs for the second time.
private func allocations(_ body: nonisolated(nonsending) () async -> Void) async -> Int {
  await body()
  let before = allocations_count()
  await body()
  return Int(allocations_count() - before)
}

/// Fails unless many operations make `expected` allocations each.
///
/// - Parameters:
///   - expected: allocations of one operation in an optimized build.
///   - expectedInDebug: the same without optimization, if the number differs.
///   - body: performs the operation `count` times.
func expectAllocations(
  _ expected: Int, inDebug expectedInDebug: Int? = nil,
  _ body: nonisolated(nonsending) (_ count: Int) async -> Void
) async {
  Tracking.stop()
  // A remainder of less than half an allocation per operation comes from the loop as a whole: a
  // job, a continuation, a growing array.
  let count = 10_000
  await body(count)
  let before = allocations_count()
  await body(count)
  let counted = (Int(allocations_count() - before) + count / 2) / count
  #if DEBUG
    let expected = expectedInDebug ?? expected
  #endif
  #expect(counted == expected, "An operation allocates \(counted) times, not \(expected) times.")
}
