// The failure of an exploration that must fail.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncExplorer
  import Testing

  /// Calls `explore`, which must fail.
  nonisolated(nonsending) func finding(
    sourceLocation: SourceLocation = #_sourceLocation,
    of explore: nonisolated(nonsending) () async throws -> Void
  ) async -> ExplorationFailure? {
    do {
      try await explore()
      Issue.record("Nothing was found.", sourceLocation: sourceLocation)
    } catch let failure as ExplorationFailure {
      return failure
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
    return nil
  }
#endif
