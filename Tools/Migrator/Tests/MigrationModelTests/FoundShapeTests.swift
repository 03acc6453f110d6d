// Shapes of code that programs of real size have brought up. Each was held back as a whole, or was
// written in a way that doesn't compile.

import Testing

@testable import MigrationModel

@Suite("Shapes found in programs")
struct FoundShapeTests {
  private func written(
    _ text: String, _ vocabulary: Vocabulary = .google, _ assumptions: Set<Assumption> = [.swift5]
  ) -> String {
    let module = vocabulary.library?.original ?? ""
    let after = rewritten("import \(module)\n\(text)\n", from: vocabulary, assuming: assumptions)
    #expect(rewritten(after, from: vocabulary, assuming: assumptions) == after)
    return after
  }

  private static let one = "func one() -> Promise<Int> { Promise(1) }\n"

  @Test("M2: google/promises: a closure that says it gives a generic value gives no promise")
  func genericResults() {
    let after = written(
      """
      \(Self.one)class Store { func value() -> Promise<Int> { one().then { $0 } } }
      extension Promise {
        func unwrap<T>() -> Promise<T> where Value == T? {
          then { (value: T?) -> T in
            guard let value = value else { throw E.none }
            return value
          }
        }
      }
      """)
    #expect(after.contains("func unwrap<T: Sendable>() -> Promise<T>"))
    #expect(after.contains("func value() -> Promise<Int> {"))
  }

  @Test("M2: google/promises: a typed parameter stays one where its closure's `-> Void` goes")
  func typedParameters() {
    let after = written(
      """
      \(Self.one)func f() -> Promise<Int> {
        one().then { (n: Int) -> Void in print(n) }.then { $0 }
      }
      """)
    #expect(after.contains("{ @MainActor [] (n: Int) in print(n); return n }"))
  }

  @Test("M2: google/promises: a promise that stays takes either branch of a ternary")
  func ternaries() {
    let after = written(
      """
      \(Self.one)class Link {
        var online: Promise<Void>
        init(_ isOnline: Bool) { online = isOnline ? Promise(()) : one().then { _ in () } }
        func goOnline() { online.fulfill(()) }
        func f() -> Promise<Int> { one().then { $0 + 1 } }
      }
      """)
    #expect(after.contains("var online: GooglePromisesCompat.Promise<Void>"))
    #expect(after.contains("isOnline ? GooglePromisesCompat.Promise("))
    #expect(after.contains(": GooglePromisesCompat.Promise(one()"))
  }

  @Test(
    "M2: google/promises and Bolts: an initializer that calls the library's stays",
    arguments: [
      (
        Vocabulary.google,
        "extension Promise { convenience init(made body: @escaping (@escaping (Value) -> Void) -> "
          + "Void) { self.init { fulfill, reject in body(fulfill) } } }"
      ),
      (
        .bolts,
        "extension Task { convenience init(made n: TResult) { self.init(.mainThread) { n } } }"
      ),
    ])
  func delegatingInitializers(vocabulary: Vocabulary, text: String) {
    #expect(!written(text, vocabulary).contains("AsyncPromises"))
  }

  @Test("M2: google/promises: a closure that captures a promise to settle it captures its resolver")
  func captures() {
    let after = written(
      """
      class Screen {
        private let result = Promise<Int>.pending()
        func start(_ other: Other) -> Promise<Int> {
          other.done = { [result] in result.fulfill($0) }
          other.failed = { [result] in result.reject($0); print(result) }
          return result.then { $0 + 1 }
        }
      }
      """)
    #expect(after.contains("{ [resultResolver] in resultResolver.fulfill($0) }"))
    #expect(
      after.contains("{ [result, resultResolver] in resultResolver.reject($0); print(result) }"))
  }

  @Test("M2: google/promises: what is given to a function that settles it stays")
  func given() {
    let after = written(
      """
      class Fixes {
        private var waiting: [Promise<Int>] = []
        func fix() -> Promise<Int> {
          let promise = Promise<Int>.pending()
          waiting.append(promise)
          return promise
        }
        func finish(_ settle: (Promise<Int>) -> Void) {
          let all = waiting
          all.forEach(settle)
        }
        func found(_ n: Int) { finish { $0.fulfill(n) } }
        func f() -> Promise<Int> { fix().then { $0 + 1 }.then { $0 + 1 } }
      }
      """)
    #expect(after.contains("var waiting: [GooglePromisesCompat.Promise<Int>] = []"))
    #expect(after.contains("waiting.append(promise)"))
  }

  @Test("M2: Apple's shared objects have the methods that a program adds to their types")
  func sharedObjects() {
    let after = written(
      """
      extension NotificationCenter { func once() -> Promise<Int> { Promise(1).then { $0 } } }
      func f() -> Promise<Int> { NotificationCenter.default.once().then { $0 + 1 } }
      func g() -> Promise<Int> { center.once().then { $0 + 1 } }
      """)
    #expect(after.contains("func once() -> GooglePromisesCompat.Promise<Int>"))
    let known = written(
      """
      extension NotificationCenter { func once() -> Promise<Int> { Promise(1).then { $0 } } }
      func f() -> Promise<Int> { NotificationCenter.default.once().then { $0 + 1 } }
      """)
    #expect(known.contains("NotificationCenter.default.once().map { $0 + 1 }"))
  }

  @Test("M2: a chain of unknown type stays with the code around it, and with where it comes from")
  func unknownChains() {
    let after = written(
      """
      \(Self.one)class Center { func once() -> Promise<Int> { one() } }
      func f() { center.once().then { _ in one() }.then { print($0) } }
      func g() -> Promise<Int> { one().then { $0 + 1 } }
      """)
    #expect(after.contains("func once() -> GooglePromisesCompat.Promise<Int>"))
    #expect(
      after.contains("center.once().then { _ in GooglePromisesCompat.Promise(one()) }.then"))
  }

  @Test(
    "M2: what an extension of a collection maps itself to is an array of promises",
    arguments: [
      (
        Vocabulary.google, "all(map(f))",
        "extension Array { func every<T>(_ f: (Element) -> Promise<T>) -> Promise<[T]> { BODY } }"
      ),
      (
        .promisekit, "when(fulfilled: map(f))",
        "extension Sequence { func all<T>(_ f: (Element) -> Promise<T>) -> Promise<[T]> { BODY } }"
      ),
    ])
  func maps(vocabulary: Vocabulary, group: String, text: String) {
    let after = written(text.replacing("BODY", with: group), vocabulary)
    #expect(after.contains("{ Promise.all(map(f)) }"))
  }

  @Test("M2: Bolts: an array has only the members of extensions whose elements it has")
  func constrainedMembers() {
    let after = written(
      """
      extension Array where Element == Task<Void> {
        func joined() -> Task<Void> { Task.whenAll(self) }
      }
      class Cache {
        var sources: [Int: [TaskCompletionSource<Int>]] = [:]
        func fail(_ e: Error) { sources.values.joined().forEach { $0.set(error: e) } }
        func make() -> Task<Int> {
          let source = TaskCompletionSource<Int>()
          sources[1]?.append(source)
          return source.task.continueOnSuccessWith { $0 + 1 }
        }
      }
      """, .bolts, [.swift5, .laterHandlers])
    #expect(after.contains("$0.resolver.reject(e)"))
  }

  @Test("M2: a function that is passed by name is called with its labels")
  func labels() {
    let after = written(
      """
      class API {
        func load() -> Promise<Int> { .value(1) }
        func f() -> Promise<Int> {
          func send(with n: Int) -> Promise<Int> { load().map { $0 + n } }
          return load().then(send).map { $0 + 1 }
        }
      }
      """, .promisekit)
    #expect(after.contains(".then({ PromiseKitCompat.Promise(send(with: $0)) })"))
  }

  @Test("M2: Bolts: an extension of tasks renames its value in a source, and in closures that stay")
  func valueNames() {
    let after = written(
      """
      extension Task {
        func pipe(to source: TaskCompletionSource<TResult>) {
          continueWith { (task: Task<TResult>) -> Void in
            if let error = task.error { source.trySet(error: error) }
          }
        }
        func same() -> Task<TResult> {
          let source = TaskCompletionSource<TResult>()
          pipe(to: source)
          return source.task
        }
      }
      """, .bolts)
    #expect(after.contains("source: (promise: Promise<Value>, resolver: Resolver<Value>)"))
    #expect(after.contains("{ (task: Task<Value>) -> Void in"))
    #expect(after.contains("if let error = task.error { source.resolver.reject(error) }"))
  }

  @Test("M2: google/promises: errors that stay in one file keep the operators of the others")
  func keptErrors() {
    let errors = """
      import Promises
      extension Promise { func put(_ n: Value) { fulfill(n) } }
      func isLate(_ e: Error) -> Bool {
        let p = Promise<Int>.pending()
        p.put(1)
        guard let e = e as? PromiseError, case .timedOut = e else { return false }
        return true
      }
      func one() -> Promise<Int> { Promise(1).then { $0 + 1 }.then { $0 + 1 } }
      """
    let limits = """
      import Promises
      func plain() -> Promise<Int> { Promise(1) }
      func limit() -> Promise<Int> { plain().timeout(1) }
      """
    func texts(_ errors: String, _ limits: String) -> [String] {
      Rewriting(
        sources: [("App/A.swift", errors), ("App/B.swift", limits)], from: .google, to: .promises,
        assuming: [.swift5], isWeighing: true
      ).files.map(\.after)
    }
    let once = texts(errors, limits)
    #expect(once[0].contains("AsyncPromises.Promise<Int> { AsyncPromises.Promise.fulfilled(1)"))
    #expect(once[1] == limits)
    #expect(texts(once[0], once[1]) == once)
  }

  @Test("M2: google/promises: what is settled in a collection's tuples stays there")
  func tuples() {
    let after = written(
      """
      class Loader {
        private var jobs = [Int: (promise: Promise<Int>, name: String)]()
        func load() -> Promise<Int> {
          let promise = Promise<Int>.pending()
          jobs[1] = (promise, "one")
          return promise
        }
        func failed(_ e: Error) { jobs.removeValue(forKey: 1)?.promise.reject(e) }
        func f() -> Promise<Int> { load().then { $0 + 1 }.then { $0 + 1 } }
      }
      """)
    #expect(after.contains("[Int: (promise: GooglePromisesCompat.Promise<Int>, name: String)]()"))
  }
}
