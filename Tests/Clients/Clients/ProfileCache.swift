// A client that is an actor: handlers change its state, and promises are part of it.

import AsyncPromises

actor ProfileCache {
  private(set) var names: [String] = []
  private(set) var total = 0
  private var pending: [Int: Promise<Profile>] = [:]
  private var resolvers: [Int: Resolver<Profile>] = [:]
  private let service: ProfileService

  init(service: ProfileService) {
    self.service = service
  }

  func profile(_ id: Int) -> Promise<Profile> {
    if let promise = pending[id] { return promise }
    let promise = service.profile(id)
    pending[id] = promise
    promise.catch { _ in self.pending[id] = nil }
    return promise
  }

  func count(_ id: Int) -> Promise<Int> {
    profile(id)
      .tap { _ in self.preconditionIsolated() }
      .map { profile in
        self.names.append(profile.name)
        self.total += profile.age
        return self.total
      }
      .validate { $0 == self.total }
      .then { sum in Promise { try await self.service.find(2).age + sum + self.total } }
      .recover { _ in self.total }
      .done { self.total += $0 }
      .catch { self.names.append("\($0)") }
      .finally { self.total += 1 }
      .map { self.total }
  }

  func countAsynchronously(_ id: Int) -> Promise<Int> {
    profile(id)
      .map(.async) { profile in
        let other = try await self.service.find(2)
        self.preconditionIsolated()
        self.total += profile.age + other.age
        return self.total
      }
      .then(.async) { sum in
        let other = await self.profile(2).result
        self.preconditionIsolated()
        return .fulfilled(sum + (try other.get().age) + self.total)
      }
  }

  func await(_ id: Int) async throws -> String {
    let awaited = try await profile(id).get()
    preconditionIsolated()
    names.append(awaited.name)
    switch await profile(2).result {
    case .success(let other): names.append(other.name)
    case .failure(let error): names.append("\(error)")
    }
    preconditionIsolated()
    return names.joined(separator: " ")
  }

  func keepResolver(_ id: Int) -> Promise<Profile> {
    let (promise, resolver) = Promise<Profile>.pending()
    resolvers[id] = resolver
    resolver.onCancel { print("cancelled") }
    return promise
  }

  func answer(_ id: Int, with profile: Profile) {
    resolvers.removeValue(forKey: id)?.fulfill(profile)
  }

  func inside() -> Promise<Int> {
    let transcript = Transcript()
    return Promise {
      preconditionIsolated()
      total += try await service.find(1).age
      transcript.write("\(total)")
      return total
    }
  }
}
