// A Swift Testing trait that runs each test in a promise scope.

import AsyncPromises
@_exported import AsyncPromisesTesting
import AsyncPromisesTracking

#if canImport(Testing)
  import Testing

  /// Runs a test, or each test in a suite, in its own promise scope.
  ///
  /// Promises left over when the test ends, or pending when its time limit passes, are recorded as
  /// an issue on the test's line. The report lists each of them, and a diagram of them is attached
  /// to the test as `pending.mermaid`, with a picture of what the test's newest promises did until
  /// then, `timeline.svg`. Every mistake reported while the test runs, such as a promise settled
  /// twice, is recorded as an issue on the line given in the report. One that is reported after the
  /// test fails the run. The test can access its scope as `PromiseScope.current`.
  ///
  /// An expectation that fails in a handler is an issue of the test, too. Issues of handlers and
  /// reports are recorded in the test's own task, when it has waited with
  /// `PromiseScope.settle(within:)`, or when the test ends: `withKnownIssue` around the wait knows
  /// them. Issues of handlers are also recorded after `eventually`, `consistently` and an advance
  /// of a `ManualClock`. Handlers see the task-locals that are bound around the test, but not those
  /// that the test binds.
  ///
  /// ## Example
  /// ```swift
  /// @Suite(.promiseScope(limit: .seconds(10))) struct FeedTests {
  ///   @Test @MainActor func reload() async throws {
  ///     let feed = Feed()
  ///     feed.reload()
  ///     try await PromiseScope.current.settle(within: .seconds(1))
  ///     #expect(feed.items.count == 3)
  ///   }
  /// }
  /// ```
  public struct PromiseScopeTrait: TestTrait, SuiteTrait, TestScoping {
    let leftovers: LeftoverPolicy
    let reports: ReportPolicy
    let ending: Duration
    let limit: Duration?
    let patience: Duration?

    /// The same for one run of an exploration. A run has its own time, and the limit is the test's.
    var ofRun: Self {
      Self(leftovers: leftovers, reports: reports, ending: ending, limit: nil, patience: patience)
    }

    /// Whether each test in a suite has a scope, including tests in nested suites: always `true`.
    public var isRecursive: Bool { true }

    /// Runs `function` in a scope named after the test.
    ///
    /// ## Cancellation
    /// If the test is cancelled, for example by a runner's time limit, the promises pending at that
    /// moment are printed to standard error at once, in case the test ignores the cancellation.
    /// When the test ends, they are also recorded as an issue. A test that cancels itself, with
    /// `Test.cancel()`, ends as cancelled, without an issue.
    ///
    /// - Parameters:
    ///   - test: the test whose issues are recorded.
    ///   - testCase: the case of the test to run.
    ///   - function: the test.
    /// - Throws: the error that `function` throws; `CancellationError` when the test is cancelled
    ///   while its scope ends.
    public func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      let line = SourceLine(test.sourceLocation.fileID, test.sourceLocation.line)
      let host = try await TestHost(for: test, testCase) { scope in
        let mistakes = scope.takeMistakes()
        if case .fail = reports { for event in mistakes { record(event, of: test) } }
      }
      let recording = Recording(newest: 256, clock: nil)
      let hook = Hook()
      defer { withExtendedLifetime(hook) {} }
      let scope = PromiseScope(
        test.displayName ?? test.name, callbackPatience: patience, host: host, at: line,
        recording: recording, hook: hook)
      var hasCancelledItself = false
      defer { host.end(hasCancelledItself ? nil : scope.scope) }
      let cancellation = Cancellation()
      defer { if let error = cancellation.error { record(error, recording, of: test) } }
      do {
        try await scope.run(
          leftovers, within: ending, limit: limit, ifCancelled: cancellation.comes
        ) { _ in try await function() }
      } catch let error as UnsettledPromises {
        record(error, recording, of: test)
      } catch let error as ReportedMistakes {
        for event in error.events { record(event, of: test) }
      } catch {
        // A test that has cancelled itself doesn't fail because of what it left unfinished.
        hasCancelledItself = Task.isCancelled && cancellation.error == nil
        if !hasCancelledItself { await recordReports(in: scope, of: test) }
        throw error
      }
      await recordReports(in: scope, of: test)
    }

    private func recordReports(in scope: PromiseScope, of test: Test) async {
      let mistakes = await scope.takeMistakes(within: ending)
      guard case .fail = reports else { return }
      for event in mistakes { record(event, of: test) }
    }

    private func record(_ error: UnsettledPromises, _ recording: Recording, of test: Test) {
      let location = location(of: error.place, in: test)
      let timeline = recording.end()
      if !timeline.isEmpty {
        Attachment.record(timeline.svg, named: "timeline.svg", sourceLocation: location)
      }
      Attachment.record(error.mermaid, named: "pending.mermaid", sourceLocation: location)
      Issue.record("\(error.text)", sourceLocation: location)
    }

    private func record(_ event: PromiseDiagnostics.Event, of test: Test) {
      Issue.record("\(event)", sourceLocation: location(of: event.place, in: test))
    }

    /// Returns a line in the runner's format, even if its file is known only by its ID.
    private func location(of place: SourceLine?, in test: Test) -> SourceLocation {
      var location = test.sourceLocation
      if let place, place.fileID != location.fileID {
        location = SourceLocation(
          fileID: place.fileID, filePath: place.fileID, line: place.line, column: 1)
      } else if let place, place.line != location.line {
        (location.line, location.column) = (place.line, 1)
      }
      return location
    }
  }

  /// Whether a test was cancelled, and the promises that were pending at that time.
  private final class Cancellation: Sendable {
    private let errors = SharedStack<UnsettledPromises>()

    var error: UnsettledPromises? { errors.top }

    @Sendable func comes(_ error: UnsettledPromises) { errors.push(error) }
  }

  extension Trait where Self == PromiseScopeTrait {
    /// Runs each test in its own promise scope.
    ///
    /// ## Example
    /// ```swift
    /// @Test(.promiseScope) func login() async throws {
    ///   Session().login("anna")
    ///   try await PromiseScope.current.settle(within: .seconds(1))
    /// }
    /// ```
    public static var promiseScope: Self { promiseScope() }

    /// Runs each test in its own promise scope.
    ///
    /// ## Example
    /// ```swift
    /// @Test(.promiseScope(leftovers: .cancel, limit: .seconds(5))) func answer() async throws {
    ///   _ = try await ask(server).get()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - leftovers: what happens to promises still pending at the end of the test.
    ///   - reports: what happens to mistakes reported while the test runs.
    ///   - ending: how long work may take to finish after the test, in real time.
    ///   - limit: how long the test may take, in real time; no limit by default.
    ///   - patience: how long after the scope's last event a promise may wait for its resolver
    ///     before it counts as waiting for the test, in real time; 20 milliseconds by default.
    /// - Returns: the trait.
    public static func promiseScope(
      leftovers: LeftoverPolicy = .fail, reports: ReportPolicy = .fail,
      within ending: Duration = .seconds(10), limit: Duration? = nil,
      callbackPatience patience: Duration? = nil
    ) -> Self {
      PromiseScopeTrait(
        leftovers: leftovers, reports: reports, ending: ending, limit: limit, patience: patience)
    }
  }
#endif
