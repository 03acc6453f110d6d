// Resolvers that the program extends, and cancellations by code that stays.

import Testing

@testable import MigrationModel

@Suite("PromiseKit: resolvers, and cancellations that stay")
struct ResolverTests {
  private static let start = """
    func get(_ f: @escaping (Swift.Result<Int, Error>) -> Void) { f(.success(1)) }
    func ask(_ f: @escaping (Int?, Error?) -> Void) { f(1, nil) }
    func one() -> Promise<Int> { Promise { seal in get { seal.end($0) } } }
    func two() -> Promise<Int> { one().map { $0 + 1 }.map { $0 + 1 } }

    """

  @Test(
    "M2: an extension of `Resolver` that only fulfills and rejects moves with its users",
    arguments: [
      (
        "extension Resolver { func end(_ r: Swift.Result<T, Error>) { "
          + "switch r { case .success(let v): fulfill(v); case .failure(let e): reject(e) } } }",
        "func end(_ r: Swift.Result<Value, Error>)"
      ),
      (
        "extension Resolver where T == Int { func end(_ r: Any) { reject(PMKError.cancelled) } }",
        "extension Resolver where Value == Int { func end(_ r: Any) { reject(CancellationError"
      ),
    ])
  func extended(text: String, moved: String) {
    let after = written(Self.start + text, .promisekit)
    #expect(after.contains(moved) && after.contains("seal.end($0)"), "\(after)")
    #expect(!after.contains("PromiseKitCompat"), "\(after)")
  }

  @Test(
    "M2: an optional resolver is resolved with a value or an error",
    arguments: [
      (
        "end?.resolve(n, e)",
        "if let error = e { end?.reject(error) } else if let n { end?.fulfill(n) } else "
          + "{ end?.reject(PMKError.invalidCallingConvention) }"
      ),
      (
        "over!.resolve(e)", "if let error = e { over!.reject(error) } else { over!.fulfill() }"
      ),
    ])
  func optional(text: String, expected: String) {
    let after = written(
      """
      class C {
        var end: Resolver<Int>?
        var over: Resolver<Void>?
        func f(_ n: Int?, _ e: Error?) { \(text) }
        func g() -> Promise<Int> {
          let (promise, seal) = Promise<Int>.pending()
          end = seal
          return promise.map { $0 + 1 }.map { $0 + 1 }
        }
        func h() -> Promise<Void> {
          let (promise, seal) = Promise<Void>.pending()
          over = seal
          return promise.map { 1 }.map { $0 + 1 }.done { print($0) }
        }
      }
      """, .promisekit)
    #expect(after.contains(expected), "\(after)")
  }

  @Test(
    "M2: a resolver follows what is piped to it: `self`, an optional promise, one that stays",
    arguments: [
      (
        "extension Guarantee { func promise() -> Promise<T> { Promise { pipe(to: $0.resolve) } } }",
        "AsyncPromises.Promise { $0.follow(self) }"
      ),
      (
        "class C { var p: Promise<Int>?; "
          + "func f() -> Promise<Int> { Promise { s in p?.pipe(to: s.resolve) } } }",
        "{ s in if let promise = p { s.follow(promise) } }"
      ),
      (
        "class C { var p = two(); func g() { print(ObjectIdentifier(p)) }; "
          + "func f() -> Promise<Int> { Promise { s in p.map { $0 }.pipe(to: s.resolve) } } }",
        "s.follow(p.asyncPromise.map { $0 })"
      ),
      (
        "class C { var p: Promise<Int>?; func g() { print(ObjectIdentifier(p!)) }; "
          + "func f() -> Promise<Int> { Promise { s in p?.pipe(to: s.resolve) } } }",
        "p?.pipe(to: s.resolve)"
      ),
    ])
  func piped(text: String, expected: String) {
    let after = written(Self.start + text, .promisekit)
    #expect(after.contains(expected), "\(after)")
  }

  @Test("M2: an extension of `Resolver` is divided into what only settles, and the rest")
  func divided() {
    let text = """
      extension Resolver {
        func end(_ r: Any) { reject(PMKError.cancelled) }
        var handler: (Error) -> Void { { self.reject($0) } }
        func all(_ p: Promise<T>) { p.pipe(to: resolve) }
      }
      extension Promise {
        static func rejected(_ e: Error) -> Promise<T> { Promise(error: e) }
      }
      """
    let after = written(Self.start + text, .promisekit)
    #expect(after.contains("func end(_ r: Any) { reject(CancellationError()) }"), "\(after)")
    #expect(after.contains("extension PromiseKitCompat.Resolver {\n  func all("), "\(after)")
    #expect(after.contains("-> Promise<Value> { Promise(.failure(e)) }"), "\(after)")
  }

  @Test("M2: the library's members of a resolver, and the program's with the same name")
  func overloaded() {
    let text = """
      extension Resolver {
        func resolve(_ r: Swift.Result<T, Error>) {
          switch r { case .success(let v): fulfill(v); case .failure(let e): reject(e) }
        }
        func end(_ r: Swift.Result<T, Error>) { if case .success(let v) = r { fulfill(v) } }
        func cancel() { reject(PMKError.cancelled) }
      }
      func three() -> Promise<Int> { Promise { seal in get { seal.resolve($0) } } }
      func four() -> Promise<Int> { Promise { seal in ask { seal.resolve($0, $1) } } }
      func five() -> Promise<Int> { Promise { $0.cancel() } }
      func all() { three().then { _ in four() }.then { _ in five() }.done { _ in }.cauterize() }
      """
    let after = written(Self.start + text, .promisekit)
    #expect(after.contains("get { seal.resolve($0) }"), "\(after)")
    #expect(!after.contains("seal.resolve($0, $1)"), "\(after)")
    #expect(after.contains("Promise { $0.cancel() }"), "\(after)")
    #expect(!after.contains("PromiseKitCompat."), "\(after)")
  }

  @Test(
    "M1: if code that stays cancels with PromiseKit's error, handlers ask for `isCancelled`",
    arguments: [
      ("", "catch(except: CancellationError.self)"),
      (
        "func k() -> Promise<Int> { print(ObjectIdentifier(one())); "
          + "return Promise(error: PMKError.cancelled) }",
        "isCancelled"
      ),
      ("func k(_ e: Error) { if case PMKError.cancelled = e { one().pipe { _ in } } }", "except:"),
      (
        "func g(_ e: Error) { switch e { case PMKError.cancelled: one().done { print($0) }"
          + ".cauterize(); default: break } }",
        "case is CancellationError:"
      ),
      (
        "func k() -> Promise<Int> { print(ObjectIdentifier(one())); "
          + "return Promise(error: PMKError.cancelled) }; "
          + "func g(_ e: Error) { switch e { case PMKError.cancelled: one().done { print($0) }"
          + ".cauterize(); default: break } }",
        "case PMKError.cancelled, is CancellationError:"
      ),
      (
        "func k() -> Promise<Int> { print(ObjectIdentifier(one())); "
          + "return Promise(error: PMKError.cancelled) }; "
          + "func g(_ e: Error) { if case PMKError.cancelled = e { one().done { print($0) }"
          + ".cauterize() } }",
        "if case PMKError.cancelled = e { PromiseKitCompat.Promise(one())"
      ),
    ])
  func cancelling(text: String, expected: String) {
    let start = """
      func one() -> Promise<Int> { .value(1) }
      func two() { one().map { $0 + 1 }.done { print($0) }.catch { print($0) } }

      """
    let after = written(start + text, .promisekit)
    #expect(after.contains(expected), "\(after)")
  }
}
