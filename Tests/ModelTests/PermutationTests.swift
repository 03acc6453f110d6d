// Settle, follow, attach and cancel in every order, on one, two and three promises. Consumers are
// notified synchronously here, so that there are no choices.

import TestSupport

#if DEBUG
  import Foundation
  import Testing

  @Suite("Permutations", .timeLimit(.minutes(10)))
  struct PermutationTests {
    static let ofOne: [[Operation]] = [
      [.fulfil(0, 1), .attach(0, to: 0), .cancel(0), .attach(1, to: 0)],
      [.fulfil(0, 1), .reject(0, 2), .attach(0, to: 0), .cancel(0)],
      [.attach(0, to: 0), .attach(1, to: 0), .leave(0), .leave(1)],
      [.attach(0, to: 0), .leave(0), .fulfil(0, 1), .attach(1, to: 0)],
      [.onCancel(0), .cancel(0), .fulfil(0, 1), .onCancel(0)],
      [.follow(0, 0), .attach(0, to: 0), .fulfil(0, 1), .cancel(0)],
    ]

    @Test("A1 A2 E1 E2: one promise, every order of four operations", arguments: ofOne)
    func one(operations: [Operation]) async {
      let orders = await Permutations.of(operations, on: 1)
      #expect(orders.count == 24)
      #expect(orders.difference == nil)
    }

    @Test("A1 A2 A3 E2: two promises, every order of seven or eight operations")
    func two() async {
      let orders = await Permutations.of(
        [
          .fulfil(0, 1), .fulfil(1, 2), .follow(0, 1), .attach(0, to: 0), .attach(1, to: 1),
          .leave(0), .cancel(0),
        ] + (isStressRun ? [.attach(2, to: 0)] : []), on: 2)
      #expect(orders.count == (isStressRun ? 40_320 : 5_040))
      #expect(orders.difference == nil)
    }

    @Test(
      "A3 E2: consumers that come and go around a link, every order of eight operations",
      .enabled(if: isStressRun))
    func comeAndGo() async {
      let orders = await Permutations.of(
        [
          .follow(0, 1), .attach(0, to: 0), .attach(1, to: 0), .attach(2, to: 0),
          .attach(3, to: 0), .leave(0), .leave(1), .fulfil(1, 1),
        ], on: 2)
      #expect(orders.count == 40_320)
      #expect(orders.difference == nil)
    }

    @Test(
      "A3 A7 E2: a link that only consumers refer to, every order of eight operations",
      .enabled(if: isStressRun))
    func orphan() async {
      let orders = await Permutations.of(
        [
          .attach(0, to: 0), .attach(1, to: 0), .followAtLast(0, 1), .dropPromise(0),
          .follow(1, 2), .attach(2, to: 1), .leave(0), .fulfil(2, 1),
        ], on: 3)
      #expect(orders.count == 40_320)
      #expect(orders.difference == nil)
    }

    @Test("E2 E3: a link without references keeps its source, every order of seven operations")
    func forgotten() async {
      let orders = await Permutations.of(
        [
          .attach(0, to: 0), .followAtLast(0, 1), .dropPromise(0), .follow(1, 2),
          .attach(1, to: 1), .leave(0), .leave(1),
        ], on: 3)
      #expect(orders.count == 5_040)
      #expect(orders.difference == nil)
    }

    @Test("A2 A3 E2: a follows b, b follows c, every order of seven or eight operations")
    func chain() async {
      let orders = await Permutations.of(
        [
          .follow(0, 1), .follow(1, 2), .fulfil(2, 1), .attach(0, to: 0), .attach(1, to: 1),
          .cancel(0), .leave(1),
        ] + (isStressRun ? [.attach(2, to: 2)] : []), on: 3)
      #expect(orders.count == (isStressRun ? 40_320 : 5_040))
      #expect(orders.difference == nil)
    }

    @Test("A2 A3: a cycle of three, every order of eight operations", .enabled(if: isStressRun))
    func ring() async {
      let orders = await Permutations.of(
        [
          .follow(0, 1), .follow(1, 2), .follow(2, 0), .attach(0, to: 0), .attach(1, to: 1),
          .attach(2, to: 2), .reject(1, 1), .cancel(2),
        ], on: 3)
      #expect(orders.count == 40_320)
      #expect(orders.difference == nil)
    }

    /// A chain is linked in any order, with consumers that attach at any time. Then it settles.
    @Test("A3: a hundred links in random order", arguments: 0..<10 as Range<UInt64>)
    func links(seed: UInt64) {
      let length = 100
      var operations: [Operation] = (0..<length).map { .follow($0, $0 + 1) }
      operations += (0...length).map { .attach($0, to: $0) }
      var seed = Seed(seed, choices: .max)
      for index in operations.indices.dropFirst().reversed() {
        operations.swapAt(index, Int(seed.next() % UInt64(index + 1)))
      }
      let all = (0...length).map { Operation.make($0) } + operations + [.fulfil(length, 1)]
      let (views, ending) = Library.run(all)
      var model = Model()
      for (operation, seen) in zip(all, views) {
        model.finish(operation)
        guard model.view == seen else { return _ = Issue.record("after \(operation)") }
      }
      #expect(model.view.outcomes.allSatisfy { $0 == .value(1) })
      #expect(ending == (0, 0))
    }
  }
#endif
