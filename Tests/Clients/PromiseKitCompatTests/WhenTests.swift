// When.swift: waiting until several promises are fulfilled.

import PromiseKitCompat
import Testing

@Suite("when(fulfilled:)", .timeLimit(.minutes(10)))
struct WhenTests {
  /// The forms, with the number of inputs in their tests.
  enum Form: Int, CaseIterable, Sendable {
    case pair = 2, triple, quadruple, quintuple, array, existentials

    var count: Int { rawValue }

    func group(_ p: [Promise<Int>]) -> Promise<[Int]> {
      switch self {
      case .array: when(fulfilled: p)
      case .existentials:
        when(fulfilled: p.map { $0 as any Thenable }).map(on: nil) { $0.compactMap { $0 as? Int } }
      case .pair: when(fulfilled: p[0], p[1]).map(on: nil) { [$0.0, $0.1] }
      case .triple: when(fulfilled: p[0], p[1], p[2]).map(on: nil) { [$0.0, $0.1, $0.2] }
      case .quadruple:
        when(fulfilled: p[0], p[1], p[2], p[3]).map(on: nil) { [$0.0, $0.1, $0.2, $0.3] }
      case .quintuple:
        when(fulfilled: p[0], p[1], p[2], p[3], p[4])
          .map(on: nil) { [$0.0, $0.1, $0.2, $0.3, $0.4] }
      }
    }
  }

  @Test("values in the order of the inputs", arguments: Form.allCases, SettleTime.allCases)
  func values(form: Form, time: SettleTime) async throws {
    let (promises, resolvers) = pendingPromises(form.count)
    let all = try await time.observe {
      form.group(promises)
    } settle: {
      for index in resolvers.indices.reversed() { resolvers[index].fulfill(index) }
    }
    #expect(try await all.async() == Array(0..<form.count))
  }

  @Test("the earliest rejection wins; the others continue", arguments: Form.allCases)
  func firstRejection(form: Form) async {
    let (promises, resolvers) = pendingPromises(form.count)
    let all = form.group(promises)
    resolvers[1].reject(TestError.second)
    #expect(await all.failure() as? TestError == .second)
    #expect(promises[0].isPending)
    resolvers[0].reject(TestError.first)
    for resolver in resolvers.dropFirst(2) { resolver.fulfill(1) }
    #expect(await all.failure() as? TestError == .second)
    #expect(promises[0].outcome == .rejected(.first))
    #expect(promises.dropFirst(2).allSatisfy { $0.outcome == .fulfilled(1) })
  }

  @Test("E2: a cancelled group leaves its inputs", arguments: Form.allCases)
  func cancelled(form: Form) async {
    let (promises, resolvers) = pendingPromises(form.count)
    let other = promises[0].map(on: nil) { $0 }
    let all = form.group(promises)
    all.cancel()
    #expect(all.error?.isCancelled == true)
    #expect(promises[0].isPending)
    #expect(promises.dropFirst().allSatisfy { $0.outcome == .abandoned })
    resolvers[0].fulfill(1)
    #expect(await other.settled() == .fulfilled(1))
  }

  @Test("Void promises make a Void promise")
  func voids() async throws {
    let (promises, resolvers) = pendingPromises(3)
    let voids = promises.map { $0.asVoid() }
    let array: Promise<Void> = when(fulfilled: voids)
    let listed: Promise<Void> = when(fulfilled: voids[0], voids[1], voids[2])
    let pair: Promise<Void> = when(fulfilled: voids[0], voids[1])
    for resolver in resolvers {
      #expect(array.isPending && listed.isPending)
      resolver.fulfill(1)
    }
    try await array.async()
    try await listed.async()
    try await pair.async()
  }

  @Test("up to five Void promises make a tuple, unless the context says otherwise")
  func voidTuples() async throws {
    let v = Promise<Void>.value
    let ends = [
      when(fulfilled: v, v).done { _ in }, when(fulfilled: v, v, v).done { _ in },
      when(fulfilled: v, v, v, v).ensure {}.then { _ in v },
      when(fulfilled: v, v, v, v, v).map { _ in 1 }.asVoid(), when(fulfilled: v, v, v).done {},
      when(fulfilled: v, v, v, v, v, v).done {},
    ]
    for end in ends { #expect(try await end.async() == ()) }
    let triple: Promise<((), (), ())> = when(fulfilled: v, v, v)
    _ = try await triple.async()
  }

  @Test("without inputs")
  func empty() async throws {
    #expect(try await when(fulfilled: [Promise<Int>]()).async() == [])
    #expect(try await when(fulfilled: [any Thenable]()).async().isEmpty)
    let void: Promise<Void> = when(fulfilled: [Promise<Void>]())
    try await void.async()
  }

  @Test("promises and guarantees of different types")
  func mixed() async throws {
    let pair = when(fulfilled: Promise.value(1), Guarantee.value("two"))
    #expect(try await pair.async() == (1, "two"))
    let own = when(fulfilled: OwnThenable(.fulfilled(1), .fulfilled(7)), Promise.value(2))
    #expect(try await own.async() == (1, 2))
    let inputs: [any Thenable] = [Promise.value(1), Guarantee.value("two"), Promise.value(3.0)]
    let values = try await when(fulfilled: inputs).async()
    #expect(values.map { "\($0)" } == ["1", "two", "3.0"])
  }

  @Test("custom thenables that call back later are piped only once")
  func ownThenables() async throws {
    let inputs = (0..<8).map(LaterThenable.init)
    let values = try await when(fulfilled: Array(inputs[0..<2])).async()
    let (two, three) = try await when(fulfilled: inputs[2], inputs[3]).async()
    let (four, five, six) = try await when(fulfilled: inputs[4], inputs[5], inputs[6]).async()
    let seven = try await when(fulfilled: [inputs[7]] as [any Thenable]).async()
    #expect(values + [two, three, four, five, six] == Array(0..<7))
    #expect(seven.compactMap { $0 as? Int } == [7])
    #expect(inputs.map(\.timesPiped) == Array(repeating: 1, count: 8))
  }

  @Test("a handler of the group may settle another input")
  func reentrant() async {
    let (promises, resolvers) = pendingPromises(3)
    let all = when(fulfilled: promises)
    let handled = all.recover(on: nil) { _ -> Promise<[Int]> in
      resolvers[1].fulfill(1)
      resolvers[2].reject(TestError.second)
      return .value([])
    }
    resolvers[0].reject(TestError.first)
    #expect(await all.failure() as? TestError == .first)
    #expect(await handled.map(on: nil) { $0.count }.settled() == .fulfilled(0))
    #expect(promises.map(\.outcome) == [.rejected(.first), .fulfilled(1), .rejected(.second)])
  }

  @Test("inputs settled by many threads are all counted")
  func threads() async throws {
    for _ in 0..<50 {
      let (promises, resolvers) = pendingPromises(20)
      let all = when(fulfilled: promises)
      await withTaskGroup { group in
        for index in 0..<20 { group.addTask { resolvers[index].fulfill(index) } }
      }
      #expect(try await all.async() == Array(0..<20))
    }
  }
}
