// When.swift: several guarantees.

import PromiseKitCompat
import Testing

@Suite("when(guarantees:)", .timeLimit(.minutes(10)))
struct WhenGuaranteesTests {
  /// The forms, with the number of inputs in their tests.
  enum Form: Int, CaseIterable, Sendable {
    case pair = 2, triple, quadruple, quintuple, array, listed

    var count: Int { rawValue }

    func group(_ g: [Guarantee<Int>]) -> Guarantee<[Int]> {
      switch self {
      case .array: when(guarantees: g)
      case .listed: when(g[0], g[1], g[2], g[3], g[4], g[5], g[6])
      case .pair: when(guarantees: g[0], g[1]).map(on: nil) { [$0.0, $0.1] }
      case .triple: when(guarantees: g[0], g[1], g[2]).map(on: nil) { [$0.0, $0.1, $0.2] }
      case .quadruple:
        when(guarantees: g[0], g[1], g[2], g[3]).map(on: nil) { [$0.0, $0.1, $0.2, $0.3] }
      case .quintuple:
        when(guarantees: g[0], g[1], g[2], g[3], g[4])
          .map(on: nil) { [$0.0, $0.1, $0.2, $0.3, $0.4] }
      }
    }
  }

  @Test("values in the order of the inputs", arguments: Form.allCases, SettleTime.allCases)
  func values(form: Form, time: SettleTime) async throws {
    let pending = (0..<form.count).map { _ in Guarantee<Int>.pending() }
    let resolves = Unchecked(pending.map(\.resolve))
    let all = try await time.observe {
      form.group(pending.map(\.guarantee))
    } settle: {
      for (index, resolve) in resolves.value.enumerated().reversed() { resolve(index) }
    }
    #expect(await all.async() == Array(0..<form.count))
  }

  @Test("Void guarantees make a Void guarantee")
  func voids() async {
    let pending = (0..<2).map { _ in Guarantee<Void>.pending() }
    let guarantees = pending.map(\.guarantee)
    let array: Guarantee<Void> = when(guarantees: guarantees)
    let listed: Guarantee<Void> = when(guarantees[0], guarantees[1])
    for (_, resolve) in pending {
      #expect(array.isPending && listed.isPending)
      resolve(())
    }
    await array.async()
    await listed.async()
  }

  @Test("guarantees of different types")
  func mixed() async {
    let pair = when(guarantees: Guarantee.value(1), Guarantee.value("two"))
    #expect(await pair.async() == (1, "two"))
  }

  @Test("without inputs")
  func empty() async {
    #expect(await when(guarantees: [Guarantee<Int>]()).async() == [])
    let array: Guarantee<Void> = when(guarantees: [Guarantee<Void>]())
    await array.async()
  }
}
