// What an async function has returned, or what a promise that is left has become, for tests that
// are the same at all stages. What the function throws is thrown before the call: ask for it by
// `try await outcome(of: f()).get()`.

import AsyncPromises

@MainActor
func outcome<Value: Sendable>(
  of promise: @autoclosure () throws -> AsyncPromises.Promise<Value>
) async throws -> Swift.Result<Value, any Error> {
  do { return .success(try await promise().value) } catch { return .failure(error) }
}

@MainActor
func outcome<Value: Sendable>(
  of value: Value
) async throws -> Swift.Result<Value, any Error> {
  .success(value)
}
