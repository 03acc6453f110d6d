// Bridging.swift: converting between the facade's promises and the core's.

import AsyncPromises
import PromiseKitCompat
import TestSupport
import Testing

private typealias Kit = PromiseKitCompat.Promise
private typealias Core = AsyncPromises.Promise

@Suite("Bridging", .timeLimit(.minutes(10)))
struct BridgingTests {
  private func outcome(_ promise: Core<Int>) async -> Outcome {
    do { return .fulfilled(try await promise.value) } catch { return Outcome(error) }
  }

  @Test("a promise becomes a core promise", arguments: Settlement.allCases, SettleTime.allCases)
  func toCore(settlement: Settlement, time: SettleTime) async throws {
    let core = try await time.observe(settlement) { $0.asyncPromise }
    #expect(await outcome(core) == settlement.outcome)
  }

  @Test("a guarantee becomes a core promise", arguments: SettleTime.allCases)
  func guarantee(time: SettleTime) async throws {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let boxed = Unchecked(resolve)
    let core = try await time.observe {
      guarantee.asyncPromise
    } settle: {
      boxed.value(1)
    }
    #expect(try await core.value == 1)
  }

  @Test("a core promise becomes a promise", arguments: SettleTime.allCases, [true, false])
  func fromCore(time: SettleTime, succeeds: Bool) async throws {
    let (core, resolver) = Core<Int>.pending()
    let kit = try await time.observe {
      Kit(core)
    } settle: {
      if succeeds { resolver.fulfill(1) } else { resolver.reject(TestError.first) }
    }
    #expect(await kit.settled() == (succeeds ? .fulfilled(1) : .rejected(.first)))
  }

  @Test("an error keeps its identity through a round trip")
  func identity() async {
    final class ObjectError: Error {}
    let object = ObjectError()
    let (core, resolver) = Core<Int>.pending()
    let kit = Kit(Kit(core).asyncPromise)
    resolver.reject(object)
    #expect(await kit.failure() as? ObjectError === object)
  }

  @Test("a chain that is converted back and forth ten times", arguments: Settlement.allCases)
  func crossing(settlement: Settlement) async {
    let (first, resolver) = Kit<Int>.pending()
    var promise = first
    for _ in 0..<10 {
      let core = promise.map(on: nil) { $0 + 1 }.asyncPromise
      promise = Kit(core.map { $0 + 1 })
    }
    settlement.settle(resolver)
    let expected = settlement == .fulfilled ? Outcome.fulfilled(21) : settlement.outcome
    #expect(await promise.settled() == expected)
  }

  // MARK: Cancellation

  @Test("cancelling either side reaches the other and the work behind it")
  func cancelled() async throws {
    let (kit, resolver) = pendingWork()
    let core = kit.map(on: nil) { $0 }.asyncPromise
    core.cancel()
    #expect(core.resultIfSettled != nil && kit.outcome == .abandoned)
    let (source, work) = Core<Int>.pending()
    let cancelled = Gate()
    work.onCancel { cancelled.open() }
    let end = Kit(Kit(source).asyncPromise.map { $0 }).map(on: nil) { $0 }
    end.cancel()
    #expect(end.outcome == .cancelled)
    guard case .failure(PromiseError.abandoned)? = source.resultIfSettled else {
      return #expect(Bool(false), "\(source)")
    }
    try await cancelled.pass()
    withExtendedLifetime((resolver, work)) {}
  }

  @Test("a source with other consumers continues")
  func wanted() async throws {
    let (kit, resolver) = Kit<Int>.pending()
    let other = kit.map(on: nil) { $0 }
    kit.asyncPromise.cancel()
    #expect(kit.isPending)
    resolver.fulfill(1)
    #expect(await other.settled() == .fulfilled(1))
    let (core, coreResolver) = Core<Int>.pending()
    let wanted = core.map { $0 }
    Kit(core).cancel()
    #expect(core.resultIfSettled == nil)
    coreResolver.fulfill(1)
    #expect(try await wanted.value == 1)
  }
}
