// What an async function has returned or thrown, or what a promise that is left has become, for
// tests that are the same at all stages.

import AsyncPromises

@MainActor
func outcome<Value: Sendable>(
  of promise: @autoclosure () throws -> AsyncPromises.Promise<Value>
) async throws -> Swift.Result<Value, any Error> {
  do { return .success(try await promise().value) } catch { return .failure(error) }
}

@MainActor
func outcome<Value: Sendable>(
  of operation: @autoclosure @MainActor () async throws -> Value
) async throws -> Swift.Result<Value, any Error> {
  do { return .success(try await operation()) } catch { return .failure(error) }
}
