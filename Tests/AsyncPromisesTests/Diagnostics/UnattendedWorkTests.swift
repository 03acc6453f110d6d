// UnattendedWork.swift: the hint about work that continues with nothing waiting for it.

#if DEBUG
  import AsyncPromises
  import AsyncPromisesTesting
  import TestSupport
  import Testing

  @Suite("Unattended work", .needsTracking, .timeLimit(.minutes(10)))
  struct UnattendedWorkTests {
    /// Awaits the promise in a task that is already cancelled.
    private func look(at promise: Promise<Int>) async {
      _ = try? await inCancelledTask { try await promise.value }
    }

    @Test(
      "E3: work that continues after its only waiter is cancelled is reported once for each line")
    func once() async throws {
      let topic = ReportRecorder.topic(line: 101, of: "Unattended.swift")
      let (told, tell) = Promise<String>.pending()
      topic.listen { tell.fulfill("\($0)") }
      for isSuspended in [true, false, true] {
        let (promise, resolver) = work(line: 101)
        if isSuspended {
          let waiting = await startWaiting(for: promise)
          waiting.cancel()
          _ = await waiting.result
        } else {
          await look(at: promise)
        }
        #expect(promise.resultIfSettled == nil)
        resolver.fulfill(1)
      }
      let text = try await told.value
      #expect(text.contains("try await promise.get()") && text.contains("Unattended.swift:101"))
      await ReportRecorder.allDelivered()
      #expect(topic.traces(.unattended).count == 1)
    }

    @Test(
      "E3: nothing is reported if there are other consumers or no work, for get(), or for a shield")
    func exempt() async {
      let topic = ReportRecorder.topic(line: 102, of: "Unattended.swift")
      let (shared, sharedResolver) = work(line: 102)
      let other = shared.map { $0 }
      await look(at: shared)
      let (own, ownResolver) = work(line: 102)
      _ = try? await inCancelledTask { try await own.get() }
      #expect(own.isAbandoned)
      let (gate, open) = Promise<Int>.pending(fileID: "Unattended.swift", line: 102)
      await look(at: gate)
      let (kept, keptResolver) = work(line: 102)
      await look(at: kept.shielded(fileID: "Unattended.swift", line: 102))
      let settled = Promise<Int>.rejected(TestError.first, fileID: "Unattended.swift", line: 102)
      await look(at: settled)
      await ReportRecorder.allDelivered()
      #expect(topic.traces(.unattended).isEmpty)
      withExtendedLifetime((other, sharedResolver, ownResolver, open, keptResolver)) {}
    }

    @Test("E3 H2 T6: it is only a hint: scopes neither record it nor fail because of it")
    func onlyAHint() async throws {
      let events = try await withPromiseScope { scope in
        scope.install { _ in }
        let (promise, resolver) = work(line: 103)
        await look(at: promise)
        resolver.fulfill(1)
        try await scope.settle()
        return scope.events
      }
      #expect(events.isEmpty)
    }

    private func work(line: UInt) -> (promise: Promise<Int>, resolver: Resolver<Int>) {
      let (promise, resolver) = Promise<Int>.pending(fileID: "Unattended.swift", line: line)
      resolver.onCancel {}
      return (promise, resolver)
    }
  }
#endif
