// What an async function has returned or thrown, or what a promise that is left has become, for
// tests that are the same at all stages.

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

@MainActor
func outcome<Value: Sendable>(
  _ operation: @MainActor () async throws -> Value
) async throws -> Swift.Result<Value, any Error> {
  do { return .success(try await operation()) } catch { return .failure(error) }
}

@MainActor
func start<Value: Sendable>(
  _ operation: @escaping @MainActor () async throws -> Value
) -> AsyncPromises.Promise<Value> {
  .immediate { try await operation() }
}
