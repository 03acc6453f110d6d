// Functions that are passed to links by their names.

import Testing

@testable import MigrationModel

@Suite("Functions that are passed by their names")
struct PassedFunctionTests {
  private static let passed: [(String, String)] = [
    (
      "two().then(app.store.save)",
      "two().then { @MainActor [store = app.store] in store.save($0) }"
    ),
    (
      "two().then(self.app.store.save)",
      "two().then { @MainActor [store = self.app.store] in store.save($0) }"
    ),
    ("two().map(Item.make)", "two().map { @MainActor in Item.make($0) }"),
    ("two().map(State.item)", "two().map { @MainActor in State.item($0) }"),
    ("two().map(Optional.some)", "two().map { @MainActor in Optional($0) }"),
    ("list().mapValues(label)", "list().map { @MainActor in $0.map { self.label($0) } }"),
    (
      "list().mapValues(app.store.check)",
      "map { @MainActor [store = app.store] in try $0.map { try store.check($0) } }"
    ),
    (
      "list().thenMap(app.store.save)",
      "then { @MainActor [store = app.store] in Promise.all($0.map { store.save($0) }) }"
    ),
    (
      "two().done(ready.resolver.fulfill)",
      "done { @MainActor [resolver = ready.resolver] in resolver.fulfill($0) }"
    ),
    (
      "two().ensure(app.store.close)",
      "finally { @MainActor [store = app.store] in store.close() }"
    ),
  ]

  @Test("M2: PromiseKit: a function that is passed by its name is called", arguments: passed)
  func passedFunctions(chain: String, expected: String) {
    let after = written(
      """
      \(FoundShapeTests.two)func list() -> Promise<[Int]> { two().map { [$0] } }
      struct Item { static func make(_ n: Int) -> Item { Item() } }
      enum State { case item(Int) }
      class Store {
        func save(_ n: Int) -> Promise<Int> { two().map { $0 + n } }
        func check(_ n: Int) throws -> Int { n }
        func close() {}
      }
      class App { let store = Store() }
      class Screen {
        let app = App(), ready = Promise<Int>.pending()
        func label(_ n: Int) -> String { "x" }
        func f() { \(chain).cauterize() }
      }
      """, .promisekit)
    #expect(after.contains(expected), "\(after)")
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
    #expect(after.contains("load().then { @MainActor in send(with: $0) }.map { $0 + 1 }"))
  }

  @Test("M2: google/promises: of two overloads, the one for the value is passed by its name")
  func overloads() {
    let after = written(
      """
      \(GoogleShapeTests.one)class Cloud {
        func add(_ n: Int) -> Promise<Int> { Promise(n) }
        func add(_ n: Int, done: @escaping (Int) -> Void) { add(n).then { done($0) } }
      }
      let cloud = Cloud()
      func f() -> Promise<Int> { one().then(cloud.add).then { $0 + 1 } }
      """)
    #expect(after.contains("{ @MainActor [cloud] in cloud.add($0) }.map { $0 + 1 }"), "\(after)")
  }

  @Test("M2: google/promises: a method of a property that a link takes is called on `self`")
  func methodsOfProperties() {
    let after = written(
      """
      \(GoogleShapeTests.one)class Cloud { func add(_ n: Int) -> Promise<Int> { Promise(n) } }
      class Service {
        let cloud = Cloud()
        func f() -> Promise<Int> { one().then { $0 + 1 }.then(on: queue, cloud.add).then { $0 } }
        func g() -> Promise<Int> { one().then(cloud.add).then { $0 } }
      }
      """)
    #expect(after.contains("(on: queue, { GooglePromisesCompat.Promise(self.cloud.add($0)) })"))
    #expect(after.contains("one().then { @MainActor [cloud] in cloud.add($0) }.map { $0 }"))
  }

  @Test(
    "M2: a value that is called moves with what it gives",
    arguments: [
      "let load = Load(); func f() -> Promise<Int> { load(1).then { $0 + 1 } }",
      "class M { let load = Load(); func f() -> Promise<Int> { load(1).then { $0 + 1 } } }",
      "func f(_ load: Load) -> Promise<Int> { load(1).then { $0 + 1 } }",
    ])
  func calledValues(text: String) {
    let after = written(
      """
      struct Load { func callAsFunction(_ n: Int) -> Promise<Int> { Promise(n).then { $0 + 1 } } }
      \(text)
      """)
    #expect(after.contains("load(1).map { $0 + 1 }"), "\(after)")
  }

  @Test("M2: PromiseKit: what moves converts what a called value that stays gives")
  func calledValuesThatStay() {
    let after = written(
      """
      struct Load {
        func callAsFunction(_ n: Int) -> Promise<Int> {
          print(ObjectIdentifier(Promise.value(1)))
          return .value(1)
        }
      }
      func f(_ load: Load) -> Promise<Int> { load(1).map { $0 + 1 }.map { $0 * 2 } }
      """, .promisekit)
    #expect(after.contains("load(1).asyncPromise.map { $0 + 1 }"), "\(after)")
  }

  @Test("M2: PromiseKit: a closure that says what it gives stays with what may give it")
  func openResults() {
    let after = written(
      """
      class Item { func remove() -> Promise<Int> { print(ObjectIdentifier(two())); return two() } }
      \(FoundShapeTests.two)func f() -> Promise<Int> {
        two().then { n -> Promise<Int> in
          return items[n].remove()
        }.map { $0 + 1 }
      }
      """, .promisekit)
    #expect(after.contains("{ n -> PromiseKitCompat.Promise<Int> in"), "\(after)")
  }

  @Test(
    "M2: Bolts: code that uses an alias of a source stays with it",
    arguments: ["api.made().task", "API.Source().task"])
  func aliasesOfSources(task: String) {
    let after = written(
      """
      enum API { typealias Source = TaskCompletionSource<Int> }
      class Maker { func made() -> API.Source { API.Source() } }
      let api = Maker()
      func f() -> Task<Int> { \(task).continueOnSuccessWith(.mainThread) { $0 + 1 } }
      func g() -> Task<Int> { Task(1).continueOnSuccessWith(.mainThread) { $0 + 1 } }
      """, .bolts)
    #expect(after.contains("func made() -> API.Source { API.Source() }"), "\(after)")
    #expect(after.contains("\(task).continueOnSuccessWith(.mainThread) { $0 + 1 }"))
    #expect(after.contains("Promise.fulfilled(1).map { $0 + 1 }"))
  }

  @Test("M2: google/promises: what settles a promise is passed to the links of another")
  func settlers() {
    let after = written(
      """
      \(GoogleShapeTests.one)func f() -> Promise<Int> {
        Promise<Int> { fulfill, reject in one().then(fulfill).catch(reject) }
      }
      func g() -> Promise<Int> {
        Promise<Int> { fulfill, reject in one().then { fulfill($0) }.catch(reject) }
      }
      """)
    let rejected = ".catch({ @Sendable in resolver.reject($0) })"
    #expect(
      after.contains("one().done({ @Sendable in resolver.fulfill($0) })\(rejected)"), "\(after)")
    #expect(after.contains("one().done { @MainActor in resolver.fulfill($0) }\(rejected)"))
  }

  @Test("M2: google/promises: promises that stay are settled in a loop over their numbers")
  func numbered() {
    let after = written(
      """
      class Queue {
        var all: [Promise<Int>] = []
        func add() -> Promise<Int> { let p = Promise<Int>.pending(); all.append(p); return p }
        func drain() { for (i, p) in all.enumerated() { p.fulfill(i) } }
      }
      func f(_ queue: Queue) { queue.add().then { $0 + 1 }.then { print($0) } }
      """)
    #expect(after.contains("for (i, p) in all.enumerated() { p.fulfill(i) }"), "\(after)")
  }
}
