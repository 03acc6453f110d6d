// What a promise of any library has become, for tests that are the same at all stages.

#if PROMISEKIT
  import PromiseKitCompat
  typealias OldPromise = PromiseKitCompat.Promise
  typealias OldGuarantee = PromiseKitCompat.Guarantee

  @MainActor
  func outcome<Value: Sendable>(
    of guarantee: @autoclosure () -> OldGuarantee<Value>
  ) async throws -> Swift.Result<Value, any Error> {
    .success(await guarantee().async())
  }

  @MainActor
  func outcome<Value: Sendable>(
    of promise: @autoclosure () throws -> OldPromise<Value>
  ) async throws -> Swift.Result<Value, any Error> {
    do { return .success(try await promise().async()) } catch { return .failure(error) }
  }
#elseif GOOGLE
  import GooglePromisesCompat

  @MainActor
  func outcome<Value: Sendable>(
    of promise: @autoclosure () throws -> Promise<Value>
  ) async throws -> Result<Value, any Error> {
    do { return .success(try await promise().async()) } catch { return .failure(error) }
  }
#elseif BOLTS || BOLTSLATER
  import AsyncPromises
  import BoltsCompat

  @MainActor
  func outcome<Value: Sendable>(
    of promise: @autoclosure () throws -> Promise<Value>
  ) async throws -> Result<Value, any Error> {
    do { return .success(try await promise().value) } catch { return .failure(error) }
  }

  @MainActor
  func outcome<Value: Sendable>(
    of task: @autoclosure () throws -> BoltsCompat.Task<Value>
  ) async throws -> Result<Value, any Error> {
    do { return .success(try await task().asyncPromise.value) } catch { return .failure(error) }
  }
#elseif CALLBACKS
  import AsyncPromises

  @MainActor
  func outcome<Value: Sendable>(
    of promise: @autoclosure () throws -> Promise<Value>
  ) async throws -> Result<Value, any Error> {
    do { return .success(try await promise().value) } catch { return .failure(error) }
  }
#endif
