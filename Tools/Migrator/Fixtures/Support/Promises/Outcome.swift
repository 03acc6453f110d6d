// What a promise has become, for tests that are the same at all stages. Closures say `try await`,
// because of the stage at which the call is one of an async function.

import AsyncPromises

@MainActor
func outcome<Value: Sendable>(
  _ operation: @MainActor () async throws -> AsyncPromises.Promise<Value>
) async throws -> Swift.Result<Value, any Error> {
  do { return .success(try await operation().value) } catch { return .failure(error) }
}

/// Begins work in the call, for tests that go on meanwhile.
@MainActor
func start<Value: Sendable>(
  _ operation: @escaping @MainActor () async throws -> AsyncPromises.Promise<Value>
) -> AsyncPromises.Promise<Value> {
  .immediate { try await operation().get() }
}
