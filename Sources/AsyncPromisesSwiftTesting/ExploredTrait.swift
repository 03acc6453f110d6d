// A trait that explores the bodies of tests.

@_exported import AsyncExplorer

#if canImport(Testing)
  import Testing

  /// Runs the body of a test, or of each test in a suite, with its jobs in many different orders.
  ///
  /// It explores the body as `explore` does: the first failing order is minimized and recorded as
  /// one issue, with the report. Each run has its own instance of the suite and, with
  /// `.promiseScope` on the test or the suite, its own scope.
  ///
  /// ## Example
  /// ```swift
  /// @Test(.explored) func imageIsLoadedOnce() async {
  ///   let server = ImageServer()
  ///   let cache = ImageCache(server)
  ///   async let list = cache.image(of: "cat"), detail = cache.image(of: "cat")
  ///   _ = await (list, detail)
  ///   #expect(await server.loads == 1)
  /// }
  /// ```
  public struct ExploredTrait: TestTrait, SuiteTrait, TestScoping {
    let exploration: TestExploration

    /// Whether each test in a suite is explored, including tests in nested suites: always `true`.
    public var isRecursive: Bool { true }

    /// Explores `function`.
    ///
    /// If the test hops to a thread or queue that can't be controlled, or leaves behind a task that
    /// does not end when cancelled, a warning names the functions, with Swift 6.3 or later.
    ///
    /// ## Cancellation
    /// A cancelled test stops after the current run.
    ///
    /// - Parameters:
    ///   - test: the test whose issues are recorded.
    ///   - testCase: the case of the test to run.
    ///   - function: the test.
    /// - Throws: `ExplorationFailure`; `CancellationError` when the test is cancelled.
    public func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      let place = (test.sourceLocation.fileID, test.sourceLocation.line)
      // A scope around the exploration can't tell the runs apart, so each run has its own as well.
      let scope = test.traits.prefix { !($0 is Self) }.compactMap { $0 as? PromiseScopeTrait }.last
      try await withoutEscaping(function) { function in
        let summary = try await exploreTest(exploration, at: "\(place.0):\(place.1)") {
          guard let scope else { return try await function() }
          try await scope.ofRun.provideScope(for: test, testCase: testCase, performing: function)
        }
        warn("The order is not controlled where the test hops to", summary.escapes, of: test)
        warn("Left behind, and not ended by cancellation:", summary.leftovers, of: test)
      }
    }

    private func warn(_ text: String, _ names: [String], of test: Test) {
      guard !names.isEmpty else { return }
      let comment = Comment(rawValue: "\(text) \(names.joined(separator: ", "))")
      #if compiler(>=6.3)
        Issue.record(comment, severity: .warning, sourceLocation: test.sourceLocation)
      #endif
    }
  }

  extension Trait where Self == ExploredTrait {
    /// Runs the body of each test in a thousand orders.
    public static var explored: Self { explored() }

    /// Runs the body of each test in many orders.
    ///
    /// - Parameters:
    ///   - schedules: the maximum number of runs. Traps if less than one.
    ///   - strategy: the orders to try.
    /// - Returns: the trait.
    public static func explored(
      schedules: Int = 1_000, _ strategy: ExplorationStrategy = .mixed()
    ) -> Self {
      precondition(schedules > 0, "An exploration needs at least one schedule: pass 1 or more.")
      return ExploredTrait(exploration: .orders(schedules, strategy))
    }

    /// Runs the body of each test once, in the order given by a report.
    ///
    /// - Parameter schedule: the string from the report. A malformed one traps when the test runs.
    /// - Returns: the trait.
    public static func explored(replay schedule: String) -> Self {
      ExploredTrait(exploration: .replay(schedule))
    }
  }

  /// Makes explorations collect Swift Testing's issues, which `explore` itself knows nothing about.
  enum TakenIssues {
    static func start() {
      IssueObserver.begin { take, isNew, body in
        guard let test = Test.current else { return try await body() }
        let trait = IssueHandlingTrait.compactMapIssues { issue in
          let text = text(of: issue)
          guard issue.isFailure else { return isNew(text) ? issue : nil }
          take(text, Test.current == test)
          return nil
        }
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
      }
    }

    private static func text(of issue: Issue) -> String {
      guard let place = issue.sourceLocation else { return issue.description }
      return "\(issue.description) at \(place.fileID):\(place.line)"
    }
  }

  #if compiler(>=6.3)
    #if canImport(Darwin)
      @section("__DATA,__mod_init_func") @used
      private let initialiser: @convention(c) () -> Void = { TakenIssues.start() }
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      @section(".init_array") @used
      private let initialiser: @convention(c) () -> Void = { TakenIssues.start() }
    #endif
  #endif
#endif
