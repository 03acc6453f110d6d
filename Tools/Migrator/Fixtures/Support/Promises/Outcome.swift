// What a promise has become, for tests that are the same at all stages.

import AsyncPromises

@MainActor
func outcome<Value: Sendable>(
  of promise: @autoclosure () throws -> AsyncPromises.Promise<Value>
) async throws -> Swift.Result<Value, any Error> {
  do { return .success(try await promise().value) } catch { return .failure(error) }
}
