// What a promise of any library has become, for tests that are the same at all stages. Closures say
// `try await`, because of the stage at which the call is one of an async function.

import AsyncPromises

#if PROMISEKIT
  import PromiseKitCompat
  typealias OldPromise = PromiseKitCompat.Promise
  typealias OldGuarantee = PromiseKitCompat.Guarantee

  @MainActor
  func outcome<Value: Sendable>(
    _ operation: @MainActor () async throws -> OldGuarantee<Value>
  ) async throws -> Swift.Result<Value, any Error> {
    do { return .success(try await operation().async()) } catch { return .failure(error) }
  }

  @MainActor
  func start<Value: Sendable>(
    _ operation: @escaping @MainActor () async throws -> OldGuarantee<Value>
  ) -> AsyncPromises.Promise<Value> {
    .immediate { try await operation().async() }
  }
#elseif GOOGLE
  import GooglePromisesCompat
  typealias OldPromise = GooglePromisesCompat.Promise
#elseif BOLTS || BOLTSLATER
  import BoltsCompat
  typealias OldPromise = BoltsCompat.Task
#else
  typealias OldPromise = AsyncPromises.Promise
  extension AsyncPromises.Promise {
    fileprivate var asyncPromise: AsyncPromises.Promise<Value> { self }
  }
#endif

@MainActor
func outcome<Value: Sendable>(
  _ operation: @MainActor () async throws -> OldPromise<Value>
) async throws -> Swift.Result<Value, any Error> {
  do {
    return .success(try await operation().asyncPromise.value)
  } catch {
    return .failure(error)
  }
}

/// Begins work in the call, for tests that go on meanwhile.
@MainActor
func start<Value: Sendable>(
  _ operation: @escaping @MainActor () async throws -> OldPromise<Value>
) -> AsyncPromises.Promise<Value> {
  .immediate { try await operation().asyncPromise.get() }
}

#if PROMISEKIT || GOOGLE || BOLTS || BOLTSLATER
  /// What has been started.
  @MainActor
  func outcome<Value: Sendable>(
    _ operation: @MainActor () async throws -> AsyncPromises.Promise<Value>
  ) async throws -> Swift.Result<Value, any Error> {
    do { return .success(try await operation().value) } catch { return .failure(error) }
  }
#endif
