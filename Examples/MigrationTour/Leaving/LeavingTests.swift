// Tests code that compiles with either import but behaves differently.

import AsyncPromises
import AsyncPromisesTesting
import Dispatch
import Foundation
import PromiseKitCompat
import TestSupport
import Testing

@Suite("Migration tour: Leaving a compatibility module", .timeLimit(.minutes(10)))
struct LeavingTests {
  typealias Old = PromiseKitCompat.Promise
  typealias New = AsyncPromises.Promise

  /// A PromiseKit cancellation, which PromiseKit's `catch` skips.
  struct Closed: PromiseKitCompat.CancellableError {
    let isCancelled = true
  }

  @Test("The two files differ only in the import")
  func sameText() throws {
    let texts = try ["InTheFacade", "InTheLibrary"].map { name in
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "\(name).swift")
      return try String(contentsOf: file, encoding: .utf8)
        .split(separator: "enum \(name) {").last
    }
    #expect(texts[0] == texts[1])
  }

  @Test("A done or a catch without a queue no longer runs on the main queue")
  func queue() async {
    DispatchQueue.main.setSpecific(key: onMainQueue, value: true)
    for promise in [Old.value(1), Old(error: CocoaError(.fileNoSuchFile))] {
      #expect(await note { InTheFacade.handle(promise, $0) })
    }
    for promise in [New.fulfilled(1), .rejected(CocoaError(.fileNoSuchFile))] {
      #expect(await !note { InTheLibrary.handle(promise, $0) })
    }
  }

  @Test("A done without a queue runs even while the main queue is busy")
  @MainActor func race() {
    let ran = DispatchSemaphore(value: 0)
    InTheLibrary.handle(.fulfilled(1)) { _ in ran.signal() }
    // Meanwhile, code on the main thread may be halfway through changing the handler's data.
    #expect(ran.wait(timeout: .now() + .seconds(500)) == .success)
  }

  @Test("A catch receives the cancellations that it used to ignore")
  func catching() async {
    let (old, new) = (Journal<String>(), Journal<String>())
    await end(old) { InTheFacade.show(Old(error: CancellationError()), $0) }
    await end(new) { InTheLibrary.show(.rejected(CancellationError()), $0) }
    #expect(old.entries == ["end"])
    #expect(new.entries == ["CancellationError()", "end"])
  }

  @Test("An app's own CancellableError becomes an error")
  func cancellable() async {
    let (old, new) = (Journal<String>(), Journal<String>())
    await end(old) { InTheFacade.show(Old(error: Closed()), $0) }
    await end(new) { InTheLibrary.show(.rejected(Closed()), $0) }
    #expect(old.entries == ["end"])
    #expect(new.entries == ["Closed(isCancelled: true)", "end"])
  }

  @Test("An app's own CancellableError can be turned into a cancellation")
  func namedCancellation() async throws {
    let dismissed = New<Int>.rejected(Dismissed()).namingCancellations()
    await #expect(throws: CancellationError.self) { try await dismissed.get() }
    let failed = New<Int>.rejected(CocoaError(.fileNoSuchFile)).namingCancellations()
    await #expect(throws: CocoaError.self) { try await failed.get() }
    #expect(try await New.fulfilled(1).namingCancellations().get() == 1)
  }

  @Test("A recover receives the cancellations that it used to ignore")
  func recovering() async {
    let (old, new) = (Journal<String>(), Journal<String>())
    await end(old) { InTheFacade.repair(Old(error: CancellationError()), $0) }
    await end(new) { InTheLibrary.repair(.rejected(CancellationError()), $0) }
    #expect(old.entries == ["end"])
    #expect(new.entries == ["CancellationError()", "end"])
  }

  @Test("A promise whose resolver is gone is rejected instead of staying pending")
  func forgotten() async throws {
    try await withPromiseScope(reports: .ignore) { _ in
      #expect(InTheFacade.forgotten().isPending)
      await #expect(throws: PromiseError.self) { try await InTheLibrary.forgotten().value }
    }
  }

  @Test("retry makes as many calls as the `attempt` recipe, with the given pauses")
  func attempt() async {
    func attempt<T>(_ count: Int, _ body: @escaping () -> Old<T>) -> Old<T> {
      body().recover { error in
        if count == 1 { throw error }
        return after(.nanoseconds(1)).then { attempt(count - 1, body) }
      }
    }
    let (old, new) = (Journal<Int>(), Journal<Int>())
    await withCheckedContinuation { ended in
      attempt(3) { () -> Old<Int> in
        old.write(old.count)
        return Old(error: CocoaError(.fileNoSuchFile))
      }.done { _ in }.catch { _ in ended.resume() }
    }
    let clock = ManualClock()
    let start = clock.now
    let retry = New.retry(maxAttempts: 3, backoff: .constant(.seconds(2)), clock: clock) {
      _ -> New<Int> in
      new.write(new.count)
      return .rejected(CocoaError(.fileNoSuchFile))
    }
    await #expect(throws: CocoaError.self) { try await clock.run(until: retry) }
    #expect(start.duration(to: clock.now) == .seconds(4))
    #expect(old.count == 3)
    #expect(new.count == 3)
  }

  @Test("Awaiting a settled promise doesn't let other code run")
  @MainActor func settledAwait() async throws {
    let turns = Journal<Int>()
    DispatchQueue.main.async { turns.write(1) }
    Task { turns.write(2) }
    _ = try await New.fulfilled(1).value
    #expect(turns.count == 0)
  }

  @Test("A file can use both libraries")
  func twoLibraries() async throws {
    #expect(try await recentPosts(of: OldServer()).get() == ["anna was here"])
  }

  private func note(_ body: (@escaping @Sendable (Bool) -> Void) -> Void) async -> Bool {
    await withCheckedContinuation { noted in body { noted.resume(returning: $0) } }
  }

  /// Records the notes until one of them is "end".
  private func end(
    _ journal: Journal<String>, _ body: (@escaping @Sendable (String) -> Void) -> Void
  ) async {
    await withCheckedContinuation { ended in
      body { entry in
        journal.write(entry)
        if entry == "end" { ended.resume() }
      }
    }
  }
}

private let onMainQueue = DispatchSpecificKey<Bool>()

/// On Linux, the main queue has no dedicated thread, so a thread check can't tell.
var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: onMainQueue) == true }
