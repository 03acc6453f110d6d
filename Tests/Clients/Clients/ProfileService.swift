// A client without isolation, which creates promises from tasks, resolvers and callbacks.

import AsyncPromises

nonisolated struct ProfileService: Sendable {
  var profiles: [Int: Profile] = [
    1: Profile(name: "Ada", age: 36), 2: Profile(name: "Alan", age: 41),
  ]

  func profile(_ id: Int) -> Promise<Profile> {
    Promise { try await find(id) }
  }

  func find(_ id: Int) async throws -> Profile {
    guard let profile = profiles[id] else { throw ClientError.notFound(id) }
    return profile
  }

  func find(_ id: Int, completion: @escaping @Sendable (Result<Profile, any Error>) -> Void) {
    completion(Result { try profiles[id] ?? { throw ClientError.notFound(id) }() })
  }

  func named(_ id: Int) -> Promise<Profile> {
    Promise(name: "profile \(id)", priority: .high) {
      let profile = try await find(id)
      return profile
    }
  }

  func resolved(_ id: Int) -> Promise<Profile> {
    Promise { resolver in
      find(id) { resolver.resolve(with: $0) }
      resolver.onCancel { print("profile \(id) is no longer needed") }
    }
  }

  func wrapped(_ id: Int) -> Promise<Profile> {
    .wrap { find(id, completion: $0) }
  }

  func stored(_ id: Int) -> Promise<Profile> {
    let (promise, resolver) = Promise<Profile>.pending()
    if let profile = profiles[id] {
      resolver.fulfill(profile)
    } else {
      resolver.reject(ClientError.notFound(id))
    }
    return promise
  }

  func followed(_ id: Int) -> Promise<Profile> {
    let (promise, resolver) = Promise<Profile>.pending(name: "followed")
    resolver.follow(profile(id))
    return promise
  }

  func ages(_ ids: Int...) -> Promise<Int> {
    Promise {
      var sum = 0
      for id in ids {
        sum += try await profile(id).get().age
      }
      return sum
    }
  }

  /// Throws in the body that gets a resolver.
  func throwing() -> Promise<Int> {
    Promise { (_: Resolver<Int>) in throw ClientError.offline }
  }
}

nonisolated extension ProfileService {
  func wrappedValue(_ number: Int) -> Promise<Int> {
    .wrap { CallbackInterface.value(number, completion: $0) }
  }

  func wrappedValueOrError(_ number: Int?) -> Promise<Int> {
    .wrap { CallbackInterface.valueOrError(number, completion: $0) }
  }

  func wrappedResult(_ outcome: Result<Int, ClientError>) -> Promise<Int> {
    .wrap { CallbackInterface.result(outcome, completion: $0) }
  }

  func wrappedFailure(_ error: ClientError?) -> Promise<Void> {
    .wrap { CallbackInterface.failure(error, completion: $0) }
  }

  func wrappedFlag(_ flag: Bool) -> Promise<Bool> {
    .wrap { CallbackInterface.flag(flag, completion: $0) }
  }

  /// The same five shapes without context: only the function determines the type.
  func wrappedWithoutContext() -> Promise<String> {
    let value = Promise.wrap { CallbackInterface.value(1, completion: $0) }
    let valueOrError = Promise.wrap { CallbackInterface.valueOrError(2, completion: $0) }
    let result = Promise.wrap { CallbackInterface.result(.success(3), completion: $0) }
    let failure = Promise.wrap { CallbackInterface.failure(nil, completion: $0) }
    let flag = Promise.wrap { CallbackInterface.flag(true, completion: $0) }
    return Promise {
      let sum = try await value.get() + valueOrError.get() + result.get()
      try await failure.get()
      return try await "\(sum) \(flag.get())"
    }
  }
}
