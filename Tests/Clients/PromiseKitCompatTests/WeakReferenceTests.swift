// Weak references to the promises that operators return.

import Dispatch
import PromiseKitCompat
import Testing

@Suite("Weak references")
struct WeakReferenceTests {
  /// An operator, and what it returns for a pending promise or guarantee.
  struct Operator: CustomTestStringConvertible, @unchecked Sendable {
    let testDescription: String
    let make: (Promise<Int>, Guarantee<Int>) -> AnyObject

    init(_ name: String, _ make: @escaping (Promise<Int>, Guarantee<Int>) -> AnyObject) {
      (testDescription, self.make) = (name, make)
    }
  }

  static let operators = [
    Operator("then") { promise, _ in promise.then(on: nil) { Promise.value($0) } },
    Operator("map") { promise, _ in promise.map(on: nil) { $0 } },
    Operator("compactMap") { promise, _ in promise.compactMap(on: nil) { $0 } },
    Operator("done") { promise, _ in promise.done(on: nil) { _ in } },
    Operator("get") { promise, _ in promise.get(on: nil) { _ in } },
    Operator("tap") { promise, _ in promise.tap(on: nil) { _ in } },
    Operator("asVoid") { promise, _ in promise.asVoid() },
    Operator("recover") { promise, _ in promise.recover(on: nil) { _ in Promise.value(0) } },
    Operator("recover, to a guarantee") { promise, _ in
      promise.recover(on: nil) { _ in Guarantee.value(0) }
    },
    Operator("ensure") { promise, _ in promise.ensure(on: nil) {} },
    Operator("ensureThen") { promise, _ in promise.ensureThen(on: nil) { Guarantee.value(()) } },
    Operator("cancellize") { promise, _ in promise.cancellize() },
    Operator("firstly") { promise, _ in firstly { promise } },
    Operator("when(fulfilled:)") { promise, _ in when(fulfilled: [promise]) },
    Operator("when(resolved:)") { promise, _ in when(resolved: [promise]) },
    Operator("race") { promise, _ in race([promise]) },
    Operator("Guarantee.then") { _, guarantee in guarantee.then(on: nil) { Guarantee.value($0) } },
    Operator("Guarantee.map") { _, guarantee in guarantee.map(on: nil) { $0 } },
    Operator("Guarantee.done") { _, guarantee in guarantee.done(on: nil) { _ in } },
    Operator("Guarantee.get") { _, guarantee in guarantee.get(on: nil) { _ in } },
    Operator("Guarantee.asVoid") { _, guarantee in guarantee.asVoid() },
    Operator("Guarantee, when") { _, guarantee in when(guarantees: [guarantee]) },
    Operator("Guarantee, race") { _, guarantee in race(guarantee, guarantee) },
  ]

  @Test("weak references stay valid until the promise settles, and no longer", arguments: operators)
  func untilSettled(each: Operator) {
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, resolve) = Guarantee<Int>.pending()
    weak var derived: AnyObject?
    func derive() { derived = each.make(promise, guarantee) }
    derive()
    #expect(derived != nil)
    resolver.fulfill(1)
    resolve(1)
    #expect(derived == nil)
  }

  static let operatorsOnQueue: [@Sendable (Promise<Int>, DispatchQueue) -> AnyObject] = [
    { $0.then(on: $1) { Promise.value($0) } }, { $0.map(on: $1) { $0 } },
    { $0.done(on: $1) { _ in } }, { $0.get(on: $1) { _ in } }, { $0.tap(on: $1) { _ in } },
    { $0.ensure(on: $1) {} }, { $1.async(.promise) { 1 } as Promise<Int> },
    { $1.async(.promise) { 1 } as Guarantee<Int> },
    { _, queue in Guarantee.value(1).map(on: queue) { $0 } },
  ]

  @Test(
    "weak references stay valid while work, or a settled promise's handler, waits for its queue",
    arguments: operatorsOnQueue.indices)
  func inQueue(_ index: Int) {
    let own = DispatchQueue(label: "own")
    own.suspend()
    weak var derived: AnyObject?
    func derive() { derived = Self.operatorsOnQueue[index](.value(1), own) }
    derive()
    #expect(derived != nil)
    own.resume()
    own.sync {}
    #expect(derived == nil)
  }

  @Test("a promise that only its resolver settles is released with the last strong reference")
  func pending() {
    weak var promise: AnyObject?
    weak var guarantee: AnyObject?
    func make() -> (Resolver<Int>, @Sendable (Int) -> Void) {
      let (one, resolver) = Promise<Int>.pending()
      let (other, resolve) = Guarantee<Int>.pending()
      (promise, guarantee) = (one, other)
      return (resolver, resolve)
    }
    let ends = make()
    #expect(promise == nil && guarantee == nil)
    ends.0.fulfill(1)
    ends.1(1)
  }
}
