// Explores the package's own code.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import AsyncPromises
  import AsyncPromisesSwiftTesting
  import TestSupport
  import Testing

  /// Explores the library's own code, none of which may escape the exploration.
  ///
  /// - Parameter body: runs in a promise scope. It must leave nothing pending; `reports` says
  ///   whether reported mistakes fail the test.
  nonisolated(nonsending) func exploreOwnCode(
    _ strategy: ExplorationStrategy = .mixed(), reports: ReportPolicy = .fail,
    fileID: StaticString = #fileID, line: UInt = #line,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (PromiseScope) async throws -> Void
  ) async throws {
    let summary = try await explore(
      schedules: isStressRun ? 10_000 : 200, strategy, fileID: fileID, line: line
    ) {
      try await withPromiseScope(reports: reports, fileID: fileID, line: line) { scope in
        if case .ignore = reports { scope.install { _ in } }
        try await body(scope)
      }
    }
    #expect(summary.escapes == [], sourceLocation: sourceLocation)
  }

  /// The error of a test's failing work.
  struct WorkError: Error, Equatable {
    var number = 0
  }

  /// An actor that handlers and operations run on.
  actor Room {
    private(set) var entries: [String] = []

    func write(_ entry: String) { entries.append(entry) }
  }

  extension Resolver<Int> {
    /// Fulfills its promise with 1 after a yield, so that others may run first.
    func fulfillLater() async {
      await Task.yield()
      fulfill(1)
    }
  }

  extension Result {
    var isSuccess: Bool { if case .success = self { true } else { false } }

    /// The error, if it has the given type.
    func error<E>(as type: E.Type = E.self) -> E? {
      if case .failure(let error) = self { error as? E } else { nil }
    }

    var isCancelled: Bool { error(as: CancellationError.self) != nil }

    var isAbandoned: Bool {
      if case .abandoned? = error(as: PromiseError.self) { true } else { false }
    }

    var isTimedOut: Bool {
      if case .timedOut? = error(as: PromiseError.self) { true } else { false }
    }
  }
#endif
