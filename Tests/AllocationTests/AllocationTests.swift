// How many allocations an operation costs, as a client of the library has it.
//
// The counts are exact: they depend on the compiler, and on nothing that happens at run time. An
// unoptimised build allocates more, because nothing is specialised and no closure stays on the
// stack. A count that has become smaller is good news: write the new one down.

import AsyncPromises
import CAllocations
import Testing

@Suite(
  "Allocations", .timeLimit(.minutes(10)),
  .enabled(if: allocations_are_counted(), "Nothing is counted with this allocator."))
struct AllocationTests {
  @Test("W1: a promise that is fulfilled is one allocation, its reading none")
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

  @Test("W1: one that does not leave its function is none, where the optimiser sees that")
  func fulfilledOnStack() async {
    await #expect(processExitsWith: .success) {
      await expectAllocations(0, inDebug: 1) { count in
        for index in 0..<count { use(Promise.fulfilled(index).resultIfSettled) }
      }
    }
  }

  @Test("W1: a promise and its resolver are two allocations, settling none")
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

  @Test("W3: a link of a chain")
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

  @Test("W5: a handler among many of one promise")
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

  @Test("a link of `then`, the promise that its handler returns included")
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

  @Test("W6: an input of `all`, the promise and its resolver included")
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

  @Test("C1 C2: an await of a settled promise allocates nothing, to look or to take")
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

  @Test("C2: to take a promise that is pending allocates as often as to look at it")
  func pendingAwait() async {
    await #expect(processExitsWith: .success) {
      Tracking.stop()
      let (gate, resolver) = Promise<Int>.pending()
      // A task that is cancelled waits for nothing: no other thread allocates meanwhile.
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        let looks = await allocations { for _ in 0..<1_000 { use(try? await gate.value) } }
        let takes = await allocations { for _ in 0..<1_000 { use(try? await gate.get()) } }
        #expect(takes == looks && looks > 0, "\(takes) and \(looks)")
      }.value
      resolver.fulfill(7)
    }
  }
}

/// Keeps the optimiser from leaving out what makes `value`.
@inline(never)
func use<T>(_ value: T) {}

/// How often `body` allocates, the second time that it runs.
private func allocations(_ body: nonisolated(nonsending) () async -> Void) async -> Int {
  await body()
  let before = allocations_count()
  await body()
  return Int(allocations_count() - before)
}

/// Fails unless each of many operations allocates so often.
///
/// - Parameters:
///   - expected: allocations of one operation in an optimised build.
///   - expectedInDebug: the same without optimisation, if it is another number.
///   - body: does the operation so many times.
func expectAllocations(
  _ expected: Int, inDebug expectedInDebug: Int? = nil,
  _ body: nonisolated(nonsending) (_ count: Int) async -> Void
) async {
  Tracking.stop()
  // A rest of less than half an allocation an operation is what the whole of them needs: a job, a
  // continuation, an array that grows.
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
