// A promise scope around each test of Swift Testing.

@_exported import AsyncPromisesTesting

#if canImport(Testing)
  import Testing

  /// Runs a test, or each test of a suite, in a promise scope of its own.
  ///
  /// Promises that remain when the test ends, or are pending when its time limit passes, are
  /// recorded as an issue of the test, at its line: the report names each of them. The test finds
  /// its scope as `PromiseScope.current`.
  ///
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
    let ending: Duration
    let limit: Duration?
    let patience: Duration?

    /// Whether each test of a suite has a scope, those of the suites inside it included: always
    /// `true`.
    public var isRecursive: Bool { true }

    /// Runs `function` in a scope with the name of the test.
    ///
    /// ## Cancellation
    /// A test that ends by a cancellation, such as that of a time limit of the runner, has an issue
    /// with the pending promises.
    ///
    /// - Parameters:
    ///   - test: the test whose issues are recorded.
    ///   - testCase: a case of the test.
    ///   - function: the test.
    /// - Throws: the error that `function` throws.
    public func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      do {
        try await withPromiseScope(
          test.displayName ?? test.name, leftovers: leftovers, within: ending, limit: limit,
          callbackPatience: patience
        ) { scope in
          do {
            try await function()
          } catch let error as CancellationError where !Task.isCancelled {
            record(scope.cancelled(), of: test)
            throw error
          }
        }
      } catch let error as UnsettledPromises {
        record(error, of: test)
      }
    }

    private func record(_ error: UnsettledPromises, of test: Test) {
      Issue.record("\(error.description)", sourceLocation: test.sourceLocation)
    }
  }

  extension Trait where Self == PromiseScopeTrait {
    /// Runs each test in a promise scope of its own.
    ///
    /// ```swift
    /// @Test(.promiseScope) func login() async throws {
    ///   Session().login("anna")
    ///   try await PromiseScope.current.settle(within: .seconds(1))
    /// }
    /// ```
    public static var promiseScope: Self { promiseScope() }

    /// Runs each test in a promise scope of its own.
    ///
    /// ```swift
    /// @Test(.promiseScope(leftovers: .cancel, limit: .seconds(5))) func answer() async throws {
    ///   _ = try await ask(server).value
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - leftovers: what happens to promises that are pending at the end of the test.
    ///   - ending: the time that work may take to end after the test, in real time.
    ///   - limit: the time that the test may take, in real time; without one, there is no limit.
    ///   - patience: the time after the last event of the scope for which a promise may wait for
    ///     its resolver before it is taken to wait for the test, in real time; by default 20
    ///     milliseconds.
    /// - Returns: the trait.
    public static func promiseScope(
      leftovers: LeftoverPolicy = .fail, within ending: Duration = .seconds(10),
      limit: Duration? = nil, callbackPatience patience: Duration? = nil
    ) -> Self {
      PromiseScopeTrait(
        leftovers: leftovers, ending: ending, limit: limit, patience: patience)
    }
  }
#endif
