// Weak references: a derived promise lives as long as its source is pending.

import Dispatch
import GooglePromisesCompat
import TestSupport
import Testing

@Suite("Weak references", .timeLimit(.minutes(10)))
struct WeakReferenceTests {
  private struct Weak {
    weak var promise: AnyObject?

    init(_ makePromise: () -> AnyObject) { promise = makePromise() }
  }

  @Test("a derived promise lives until its source is settled", arguments: Operation.allCases)
  func derived(operation: Operation) async throws {
    for settlement in Settlement.allCases {
      let own = DispatchQueue(label: "own")
      let source = Promise<Int>.pending()
      let weak = Weak { operation.derive(from: source, on: own) {} }
      #expect(weak.promise != nil)
      settlement.settle(source)
      try await onFreshThread { own.sync {} }
      #expect(weak.promise == nil, "\(settlement)")
    }
  }

  @Test("a group lives until its promises are settled")
  func groups() {
    let groups: [(Promise<Int>, Promise<Int>) -> AnyObject] = [
      { all($0, $1) as Promise<(Int, Int)> }, { all($0, $1) as Promise<[Int]> },
      { all($0, $1, $0) as Promise<(Int, Int, Int)> }, { race($0, $1) },
      { all($0, $1, $0, $1) as Promise<(Int, Int, Int, Int)> },
      { any($0, $1) as Promise<(Maybe<Int>, Maybe<Int>)> }, { any([$0, $1]) },
      { any($0, $1, $0) as Promise<(Maybe<Int>, Maybe<Int>, Maybe<Int>)> },
    ]
    for group in groups {
      let (one, two) = (Promise<Int>.pending(), Promise<Int>.pending())
      let weak = Weak { group(one, two) }
      #expect(weak.promise != nil)
      one.fulfill(1)
      two.fulfill(2)
      #expect(weak.promise == nil)
    }
  }

  @Test("promises of timeout, delay and retry live until their source is settled")
  func timing() async throws {
    let source = Promise<Int>.pending()
    let kept = [
      Weak { source.timeout(100) }, Weak { source.delay(0) },
      Weak { retry(on: .global(), delay: 0) { source } },
    ]
    for weak in kept { #expect(weak.promise != nil) }
    source.reject(TestError.first)
    #expect(kept[0].promise == nil && kept[1].promise == nil)
  }

  @Test("work with a callback keeps its promise alive until it calls back")
  func work() async throws {
    let own = DispatchQueue(label: "own")
    own.suspend()
    let calls = Journal<@Sendable (Int) -> Void>()
    let async = Weak { Promise<Int>(on: own) { fulfill, _ in calls.write(fulfill) } }
    let wrapped = Weak {
      wrap(on: own) { (done: @escaping @Sendable (Int) -> Void) in calls.write(done) }
    }
    let doing = Weak { Promise<Int>(on: own) { 1 } }
    #expect(async.promise != nil && wrapped.promise != nil && doing.promise != nil)
    own.resume()
    try await onFreshThread { own.sync {} }
    #expect(async.promise != nil && wrapped.promise != nil && doing.promise == nil)
    for call in calls.entries { call(1) }
    calls.clear()
    #expect(async.promise == nil && wrapped.promise == nil)
  }
}
