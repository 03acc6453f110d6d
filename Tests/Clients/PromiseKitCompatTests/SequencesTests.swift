// Operators that process the elements of a promise or guarantee of a sequence.

import PromiseKitCompat
import TestSupport
import Testing

@Suite("Sequences", .timeLimit(.minutes(10)))
struct SequencesTests {
  private let numbers = [3, 1, 2]

  @Test("the operators work on a promise")
  func promise() async throws {
    let source = Promise.value(numbers)
    let texts = source.mapValues(on: nil) { "\($0)" }
    #expect(try await texts.async() == ["3", "1", "2"])
    let twice = source.flatMapValues(on: nil) { [$0, $0] }
    #expect(try await twice.async() == [3, 3, 1, 1, 2, 2])
    let odd = source.compactMapValues(on: nil) { $0 % 2 == 1 ? $0 : nil }
    #expect(try await odd.async() == [3, 1])
    let large = source.filterValues(on: nil) { $0 > 1 }
    #expect(try await large.async() == [3, 2])
    #expect(try await source.sortedValues(on: nil).async() == [1, 2, 3])
  }

  @Test("the operators work on a guarantee, with guarantees as results")
  func guarantee() async {
    let source = Guarantee.value(numbers)
    let texts: Guarantee<[String]> = source.mapValues(on: nil) { "\($0)" }
    #expect(await texts.async() == ["3", "1", "2"])
    let twice: Guarantee<[Int]> = source.flatMapValues(on: nil) { [$0, $0] }
    #expect(await twice.async() == [3, 3, 1, 1, 2, 2])
    let odd: Guarantee<[Int]> = source.compactMapValues(on: nil) { $0 % 2 == 1 ? $0 : nil }
    #expect(await odd.async() == [3, 1])
    let large: Guarantee<[Int]> = source.filterValues(on: nil) { $0 > 1 }
    #expect(await large.async() == [3, 2])
    let sorted: Guarantee<[Int]> = source.sortedValues(on: nil)
    #expect(await sorted.async() == [1, 2, 3])
    let falling: Guarantee<[Int]> = source.sortedValues(on: nil) { $0 > $1 }
    #expect(await falling.async() == [3, 2, 1])
    let next: Guarantee<[Int]> = source.thenMap(on: nil) { Guarantee.value($0 + 1) }
    #expect(await next.async() == [4, 2, 3])
    let flat: Guarantee<[Int]> = source.thenFlatMap(on: nil) { Guarantee.value([$0, $0]) }
    #expect(await flat.async() == [3, 3, 1, 1, 2, 2])
  }

  @Test("thenMap and thenFlatMap keep the order of the elements")
  func order() async throws {
    let (promises, resolvers) = pendingPromises(3)
    let all = Promise.value([0, 1, 2]).thenMap(on: nil) { promises[$0] }
    let flat = Promise.value([0, 1, 2]).thenFlatMap(on: nil) { index in
      promises[index].map(on: nil) { [$0, index] }
    }
    for index in [2, 0, 1] { resolvers[index].fulfill(index * 10) }
    #expect(try await all.async() == [0, 10, 20])
    #expect(try await flat.async() == [0, 0, 10, 1, 20, 2])
  }

  @Test("thrown errors reject the promise; rejections pass through", arguments: Settlement.allCases)
  func failures(settlement: Settlement) async {
    let (source, resolver) = Promise<Int>.pending()
    let list = source.map(on: nil) { [$0] }
    let ran = Journal<Bool>()
    func fail() throws -> Int {
      ran.write(true)
      throw TestError.second
    }
    let derived = [
      list.mapValues(on: nil) { _ in try fail() },
      list.flatMapValues(on: nil) { _ in [try fail()] },
      list.compactMapValues(on: nil) { _ -> Int? in try fail() },
      list.thenMap(on: nil) { _ in Promise.value(try fail()) },
      list.thenFlatMap(on: nil) { _ in Promise.value([try fail()]) },
      list.thenMap(on: nil) { _ in Promise<Int> { _ in _ = try fail() } },
      list.thenFlatMap(on: nil) { _ in Promise<[Int]> { _ in _ = try fail() } },
    ].map { $0.map(on: nil) { $0.count } }
    settlement.settle(resolver)
    let isFulfilled = settlement == .fulfilled
    for promise in derived {
      #expect(await promise.settled() == (isFulfilled ? .rejected(.second) : settlement.outcome))
    }
    #expect(ran.count == (isFulfilled ? 7 : 0))
  }

  @Test("the first and the last value")
  func ends() async {
    let source = Promise.value(numbers)
    #expect(await source.firstValue.settled() == .fulfilled(3))
    #expect(await source.lastValue.settled() == .fulfilled(2))
    #expect(await source.firstValue(on: nil, where: { $0 < 3 }).settled() == .fulfilled(1))
    #expect(await source.firstValue { $0 < 3 }.settled() == .fulfilled(1))
    let none = source.firstValue(on: nil, where: { $0 > 3 })
    #expect(await none.settled() == .emptySequence)
    #expect(await Guarantee.value(numbers).lastValue.settled() == .fulfilled(2))
  }

  @Test("a custom thenable is piped only once")
  func ownThenable() async {
    let own = [LaterThenable(numbers), LaterThenable(numbers)]
    #expect(await own[0].firstValue.settled() == .fulfilled(3))
    #expect(await own[1].lastValue.settled() == .fulfilled(2))
    #expect(own.map(\.timesPiped) == [1, 1])
  }

  @Test("empty sequences")
  func empty() async throws {
    let source = Promise.value([Int]())
    #expect(try await source.mapValues(on: nil) { $0 }.async() == [])
    #expect(try await source.flatMapValues(on: nil) { [$0] }.async() == [])
    #expect(try await source.compactMapValues(on: nil) { $0 }.async() == [])
    #expect(try await source.filterValues(on: nil) { _ in true }.async() == [])
    #expect(try await source.sortedValues(on: nil).async() == [])
    #expect(try await source.thenMap(on: nil) { Promise.value($0) }.async() == [])
    #expect(try await source.thenFlatMap(on: nil) { Promise.value([$0]) }.async() == [])
    #expect(await source.firstValue.settled() == .emptySequence)
    #expect(await source.lastValue.settled() == .emptySequence)
    let guarantee = Guarantee.value([Int]())
    #expect(await guarantee.mapValues(on: nil) { $0 }.async() == [])
    #expect(await guarantee.thenMap(on: nil) { Guarantee.value($0) }.async() == [])
  }
}
