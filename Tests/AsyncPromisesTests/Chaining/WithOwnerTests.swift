// WithOwner.swift: handlers that use an object without retaining it.

import AsyncPromises
import TestSupport
import Testing

@Suite("with an owner", .inScope, .timeLimit(.minutes(10)))
struct WithOwnerTests {
  @Test(
    "B8: while the owner exists, the handler receives it, and the operator behaves as usual",
    arguments: ChainOperator.owned, SettleTime.allCases)
  func present(_ form: ChainOperator, _ time: SettleTime) async {
    let owner = Owner()
    let seen = Journal<Bool>()
    let subject = Subject(form.trigger.result, time)
    let derived = form.attach(to: subject.promise, owner) { seen.write($0 === owner) }
    await subject.settle()
    #expect(await derived.settledOutcome == form.trigger.outcome)
    #expect(seen.entries == [true])
  }

  @Test("B8: handlers receive the value or the error")
  func inputs() async throws {
    let owner = Owner()
    let seen = Journal<String>()
    let (source, failed) = (Promise.fulfilled(1), Promise<Int>.rejected(TestError.first))
    try await source.done(with: owner) { seen.write("\($0.number + $1)") }.value
    _ = await failed.catch(with: owner) { seen.write("\($0.number) \($1)") }.result
    _ = await failed.catch(except: OtherError.self, with: owner) {
      seen.write("\($0.number) \($1)")
    }.result
    #expect(seen.entries == ["11", "10 first", "10 first"])
    withExtendedLifetime(owner) {}
  }

  @Test(
    "B6: a promise doesn't retain the owner; without an owner, the handler is skipped",
    arguments: ChainOperator.owned, [true, false])
  func gone(_ form: ChainOperator, isCancelled: Bool) async throws {
    let (source, resolver) = Promise<Int>.pending()
    let seen = Journal<Bool>()
    let (derived, freed) = tracking { object in
      form.attach(to: source, Owner(object)) { _ in seen.write(true) }
    }
    try await freed.value
    if isCancelled { derived.cancel() } else { resolver.resolve(with: form.trigger.result) }
    let expected = isCancelled ? .cancelled : form.outcomeWithoutOwner
    #expect(await derived.settledOutcome == expected)
    // A skipped cleanup takes its turn after the promise has settled.
    await form.attach(to: Promise(form.trigger.result), Owner()) { _ in }.ended
    #expect(seen.entries.isEmpty)
    withExtendedLifetime(resolver) {}
  }

  @Test("B8: other outcomes skip the closure, with or without an owner")
  func otherOutcome() async {
    for form in ChainOperator.owned where form != .finallyWithOwner {
      let owner = Owner()
      let seen = Journal<Bool>()
      let source = Promise(form.trigger.other.result)
      let derived = [
        form.attach(to: source, owner) { _ in seen.write(true) },
        form.attach(to: source, Owner()) { _ in seen.write(true) },
      ]
      for promise in derived {
        let outcome = await promise.settledOutcome
        #expect(outcome == form.trigger.other.outcome, "\(form)")
      }
      #expect(seen.entries.isEmpty, "\(form)")
      withExtendedLifetime(owner) {}
    }
  }

  @Test("B8: errors of the excepted type skip the closure")
  func otherErrors() async {
    let owner = Owner()
    let seen = Journal<Bool>()
    let derived = Promise<Int>.rejected(OtherError()).catch(except: OtherError.self, with: owner) {
      _, _ in seen.write(true)
    }
    await #expect(throws: OtherError.self) { try await derived.value }
    #expect(seen.entries.isEmpty)
    withExtendedLifetime(owner) {}
  }

  @Test("E2 B6: a screen's chain resets the loading state, and is cancelled with the screen")
  @MainActor
  func screen() async throws {
    for (result, text) in [(Settlement.fulfilled, "page 1"), (.rejected, "first")] {
      let screen = MainScreen()
      let shown = screen.show(Promise(result.result))
      #expect(screen.isLoading)
      _ = await shown.result
      #expect(screen.text == text)
      #expect(!screen.isLoading)
    }
    let (source, resolver) = Promise<Int>.pending()
    resolver.onCancel {}
    var screen: MainScreen? = MainScreen()
    let shown = screen?.show(source)
    screen = nil
    #expect(source.resultIfSettled != nil)
    await #expect(throws: CancellationError.self) { try await shown?.value }
    withExtendedLifetime(resolver) {}
  }
}

private struct OtherError: Error {}

@MainActor
private final class MainScreen {
  private(set) var text = ""
  private(set) var isLoading = false
  private let bag = PromiseBag()

  func show(_ page: Promise<Int>) -> Promise<Void> {
    isLoading = true
    let shown = page.map(.async) { [title] number in await title(number) }
      .done(with: self) { screen, text in screen.text = text }
      .catch(except: CancellationError.self, with: self) { $0.text = "\($1)" }
      .finally(with: self) { $0.isLoading = false }
    shown.store(in: bag)
    return shown
  }

  private let title: @Sendable (Int) async -> String = { "page \($0)" }
}

extension Promise {
  fileprivate nonisolated(nonsending) var ended: Void {
    get async { _ = await result }
  }
}
