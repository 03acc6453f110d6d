// A client on the main actor, like a view controller or a view model: handlers change its state.

import AsyncPromises

@MainActor
final class ProfileScreen {
  private(set) var title = ""
  private(set) var subtitle = ""
  private(set) var isLoading = false
  private(set) var errors: [any Error] = []
  private(set) var wasAlwaysOnMainActor = true
  private let service: ProfileService
  private let transcript = Transcript()

  init(service: ProfileService) {
    self.service = service
  }

  var lines: [String] { transcript.lines }

  func show(_ id: Int) -> Promise<Void> {
    isLoading = true
    return service.profile(id)
      .map { $0.name.uppercased() }
      .done { self.title = $0 }
      .catch { self.errors.append($0) }
      .finally { self.isLoading = false }
  }

  func showWithExplicitSelf(_ id: Int) -> Promise<Void> {
    self.isLoading = true
    return self.service.profile(id)
      .tap { _ in self.check() }
      .validate { profile in
        self.check()
        return profile.age > self.title.count
      }
      .map { profile -> String in
        self.check()
        self.title = profile.name
        return self.title
      }
      .then { title in
        self.check()
        return self.service.profile(2).map { title + " and " + $0.name }
      }
      .done { text in
        self.check()
        self.subtitle = text
        self.transcript.write(text)
      }
      .catch { error in
        self.check()
        self.errors.append(error)
      }
      .finally {
        self.check()
        self.isLoading = false
      }
  }

  func showWeakly(_ id: Int) -> Promise<Void> {
    service.profile(id)
      .map { [weak self] in self?.title = $0.name }
      .catch { [weak self] error in
        guard let self else { return }
        errors.append(error)
      }
      .finally { [weak self] in self?.isLoading = false }
  }

  func showAsynchronously(_ id: Int) -> Promise<Void> {
    service.profile(id)
      .map(.async) { profile in
        self.check()
        let older = await self.grow(profile)
        self.check()
        self.title = older.name
        return older
      }
      .then(.async) { profile in
        let next = try await self.service.find(2)
        self.check()
        return self.service.profile(profile.age > next.age ? 1 : 2)
      }
      .recover(.async) { error in
        let fallback = try await self.service.find(1)
        self.check()
        self.errors.append(error)
        return fallback
      }
      .done { self.subtitle = "\($0.age)" }
  }

  func showWithTask(_ id: Int) -> Task<Void, Never> {
    Task {
      do {
        title = try await service.profile(id).get().name
        check()
        subtitle = try await Promise { try await service.find(id).name + title }.get()
      } catch {
        errors.append(error)
      }
    }
  }

  /// On the main actor, a body can write to an object that isn't `Sendable`.
  func transcribe(_ id: Int) async throws -> [String] {
    let transcript = Transcript()
    let written = Promise {
      let profile = try await service.find(id)
      check()
      transcript.write(profile.name)
      return transcript.lines.count
    }
    let handled = written.map { count in
      self.check()
      transcript.write("\(count)")
      return transcript.lines
    }
    return try await handled.get()
  }

  func whenSettled(_ id: Int) -> Promise<String> {
    let (promise, resolver) = Promise<String>.pending()
    service.profile(id).whenSettled { result in
      self.check()
      self.title = result.map(\.name, orElse: "nobody")
      resolver.fulfill(self.title)
    }
    return promise
  }

  #if swift(>=6)
    /// Uses methods on the main actor as handlers.
    func showWithMethods(_ id: Int) -> Promise<Void> {
      service.profile(id).map(.async, grow).map(name).done(setTitle).catch(report).finally(check)
    }
  #endif

  private func setTitle(_ text: String) {
    check()
    title = text
  }

  private func report(_ error: any Error) {
    check()
    errors.append(error)
  }

  private func name(of profile: Profile) -> String {
    check()
    return profile.name
  }

  private func grow(_ profile: Profile) async -> Profile {
    Profile(name: profile.name, age: profile.age + 1)
  }

  private func check() {
    wasAlwaysOnMainActor = wasAlwaysOnMainActor && isOnMainActor()
  }
}

extension Result {
  fileprivate func map<T>(_ path: KeyPath<Success, T>, orElse fallback: T) -> T {
    switch self {
    case .success(let value): value[keyPath: path]
    case .failure: fallback
    }
  }
}
