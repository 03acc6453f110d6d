// Waits for promises of any library and for async functions, so that tests are the same at all
// stages. Closures use `try await`, because at the last stage they call async functions.

import AsyncPromises

@MainActor
func outcome<Value: Sendable>(
  _ operation: @MainActor () async throws -> AsyncPromises.Promise<Value>
) async throws -> Swift.Result<Value, any Error> {
  do { return .success(try await operation().value) } catch { return .failure(error) }
}

/// Starts the work immediately, for tests that continue meanwhile.
@MainActor
func start<Value: Sendable>(
  _ operation: @escaping @MainActor () async throws -> AsyncPromises.Promise<Value>
) -> AsyncPromises.Promise<Value> {
  .immediate { try await operation().get() }
}

#if ASYNC
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
#elseif BEFORE && (PROMISEKIT || GOOGLE || BOLTS || BOLTSLATER)
  #if PROMISEKIT
    import PromiseKitCompat
    typealias OldPromise = PromiseKitCompat.Promise
  #elseif GOOGLE
    import GooglePromisesCompat
    typealias OldPromise = GooglePromisesCompat.Promise
  #else
    import BoltsCompat
    typealias OldPromise = BoltsCompat.Task
  #endif

  @MainActor
  func outcome<Value: Sendable>(
    _ operation: @MainActor () async throws -> OldPromise<Value>
  ) async throws -> Swift.Result<Value, any Error> {
    try await outcome { try await operation().asyncPromise }
  }

  @MainActor
  func start<Value: Sendable>(
    _ operation: @escaping @MainActor () async throws -> OldPromise<Value>
  ) -> AsyncPromises.Promise<Value> {
    start { try await operation().asyncPromise }
  }
#endif

#if BEFORE && PROMISEKIT
  @MainActor
  func outcome<Value: Sendable>(
    _ operation: @MainActor () async throws -> PromiseKitCompat.Guarantee<Value>
  ) async throws -> Swift.Result<Value, any Error> {
    try await outcome { try await operation().asyncPromise }
  }

  @MainActor
  func start<Value: Sendable>(
    _ operation: @escaping @MainActor () async throws -> PromiseKitCompat.Guarantee<Value>
  ) -> AsyncPromises.Promise<Value> {
    start { try await operation().asyncPromise }
  }
#endif
