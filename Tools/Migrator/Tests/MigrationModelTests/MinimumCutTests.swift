// The choice of what moves, compared with all choices there are.

import Testing

@testable import MigrationModel

@Suite("Minimum cut")
struct MinimumCutTests {
  private enum Part {
    case gain(Int, Int), cost(Int, Int), link(Int, Int, Int), bind(Int, Int)
  }

  /// What a choice loses; nil if it isn't allowed.
  private func loss(_ kept: Set<Int>, _ parts: [Part]) -> Int? {
    var sum = 0
    for part in parts {
      switch part {
      case .gain(let gain, let node): sum += kept.contains(node) ? 0 : gain
      case .cost(let cost, let node): sum += kept.contains(node) ? cost : 0
      case .link(let one, let other, let cost):
        sum += kept.contains(one) == kept.contains(other) ? 0 : cost
      case .bind(let node, let other):
        if kept.contains(node), !kept.contains(other) { return nil }
      }
    }
    return sum
  }

  @Test("M2: no other choice loses less, nor as little with fewer nodes", arguments: 0..<300)
  func best(seed: Int) {
    var numbers = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ limit: Int) -> Int {
      numbers = numbers &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((numbers >> 33) % UInt64(limit))
    }
    let count = 2 + random(6)
    var cut = MinimumCut(nodes: count)
    var parts: [Part] = []
    for _ in 0..<3 * count {
      let (one, other, amount) = (random(count), random(count), random(5))
      switch random(4) {
      case 0:
        cut.gain(amount, of: one)
        parts.append(.gain(amount, one))
      case 1:
        cut.cost(amount, of: one)
        parts.append(.cost(amount, one))
      case 2 where one != other:
        cut.link(one, other, cost: amount)
        parts.append(.link(one, other, amount))
      case 3 where one != other && amount == 0:
        cut.bind(one, to: other)
        parts.append(.bind(one, other))
      default: break
      }
    }
    let kept = cut.kept()
    let all = (0..<1 << count).map { bits in Set((0..<count).filter { bits & 1 << $0 != 0 }) }
    let losses = all.compactMap { one in loss(one, parts).map { (one, $0) } }
    let least = losses.map(\.1).min()
    #expect(loss(kept, parts) == least)
    #expect(losses.allSatisfy { $0.1 != least || kept.isSubset(of: $0.0) })
  }
}
