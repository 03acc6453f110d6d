// Static members that create a promise, with and without a type from the context.

enum ImplicitMembers {
  /// The context determines the type, so it need not be named.
  static let typed = """
    func all(_ promises: [Promise<User>]) -> Promise<[User]> { return .all(promises) }
    func both() -> Promise<(User, Int)> { .all(loadUser(1), load(2)) }
    func seven() -> Promise<(Int, Int, Int, Int, Int, Int, User)> {
      .all(load(1), load(2), load(3), load(4), load(5), load(6), loadUser(7))
    }
    func settled(_ promises: [Promise<Int>]) -> Promise<[Result<Int, any Error>]> {
      .allSettled(promises)
    }
    func bothSettled() -> Promise<(Result<User, any Error>, Result<Int, any Error>)> {
      .allSettled(loadUser(1), load(2))
    }
    func any(_ promises: [Promise<User>]) -> Promise<User> { .any(promises) }
    func race() -> Promise<Int> { .race(load(1), load(2), remaining: .cancel) }
    func limit(_ work: Promise<Void>) -> Promise<Void> { .race(work, .delay(for: .seconds(2))) }
    func tried() -> Promise<Int> { .retry(maxAttempts: 3) { try await fetch($0) } }
    func triedPromise() -> Promise<User> { .retry(maxAttempts: 3) { loadUser($0) } }
    func mapped(_ ids: [Int]) -> Promise<[Int]> {
      .map(ids, concurrency: 2) { try await fetch($0) }
    }
    func mappedPromises(_ ids: [Int]) -> Promise<[User]> { .map(ids) { loadUser($0) } }
    func everyOne(_ ids: [Int]) -> Promise<[Result<Int, any Error>]> {
      .mapSettled(ids) { try await fetch($0) }
    }
    func everyPromise(_ ids: [Int]) -> Promise<[Result<User, any Error>]> {
      .mapSettled(ids) { loadUser($0) }
    }
    func inThen() -> Promise<[User]> { load(1).then { .all([loadUser($0)]) } }
    func inRecover() -> Promise<Int> { load(1).recover(.promise) { _ in .any(load(2), load(3)) } }
    """

  /// Only the arguments determine the type.
  static let inferred = """
    func infer(_ promises: [Promise<User>], _ ids: [Int]) {
      let all = Promise.all(promises)
      all.done { print($0.count) }
      Promise.all(loadUser(1), load(2)).done { print($0.name, $1 + 1) }
      Promise.allSettled(promises).done { print($0.count) }
      Promise.allSettled(loadUser(1), load(2)).done { print(try $0.get().name, try $1.get() + 1) }
      Promise.any(promises).done { print($0.name) }
      Promise.race(load(1), load(2)).done { print($0 + 1) }
      Promise.delay(for: .seconds(1)).done { ids.forEach { print($0) } }
      Promise.retry(maxAttempts: 3) { try await fetch($0) }.done { print($0 + 1) }
      let tried = Promise.retry(maxAttempts: 3) { loadUser($0) }
      tried.done { print($0.name) }
      Promise.map(ids) { try await fetch($0) }.done { print($0.count) }
      let mapped = Promise.map(ids) { loadUser($0) }
      mapped.done { print($0.map { $0.name }) }
      Promise.mapSettled(ids) { try await fetch($0) }.done { print($0.count) }
      let everyOne = Promise.mapSettled(ids) { loadUser($0) }
      everyOne.done { print(try $0[0].get().name) }
    }
    """
}
