// Classes that only code on the main actor uses: their functions become async on the main actor.

import Testing

@testable import MigrationModel

@Suite("Classes on the main thread")
struct MainThreadTests {
  private static let screen = """
    @MainActor class Screen {
      let model = Model()
      func show() { model.load().done { print($0) }.cauterize() }
    }
    """
  private static let model = """
    class Model {
      var count = 0
      func load() -> Promise<Int> {
        count += 1
        return get().map { self.count + $0 }
      }
      func get() -> Promise<Int> { .value(1) }
    }
    """

  private func rewriting(
    _ text: String, assuming assumptions: Set<Assumption> = [.swift5]
  ) -> Rewriting {
    Rewriting(
      sources: [("App/A.swift", "import PromiseKit\n\(text)")], from: .promisekit, to: .async,
      assuming: assumptions)
  }

  private func isMarked(_ text: String) -> Bool {
    rewriting(text).files[0].after.contains("@MainActor\nclass Model")
  }

  @Test(
    "M2: a class that only the main actor uses is marked, and its functions become async",
    arguments: [[], [Assumption.swift5]])
  func moves(assumptions: [Assumption]) {
    let rewriting = rewriting(
      Self.screen + "\n" + Self.model, assuming: Set(assumptions))
    #expect(
      rewriting.files[0].after == """
        import AsyncPromises
        @MainActor class Screen {
          let model = Model()
          func show() { Promise.immediate { try await model.load() }.done { print($0) }\
        .ignoreErrors() }
        }
        @MainActor
        class Model {
          var count = 0
          func load() async throws -> Int {
            count += 1
            let value = try await get()
            return self.count + value
          }
          func get() async throws -> Int { 1 }
        }
        """)
    #expect(rewriting.asyncFunctions == 2)
  }

  @Test(
    "M2: evidence passes through classes that only such classes use, and through protocols",
    arguments: [
      """
      class Part { func part() -> Promise<Int> { .value(1) } }
      class Model { let part = Part(); func load() -> Promise<Int> { part.part() } }
      """,
      """
      protocol Loader { func load() -> Promise<Int> }
      class Model: Loader { func load() -> Promise<Int> { .value(1) } }
      """,
      """
      protocol Loader { func load() -> Promise<Int> }
      class Model: Loader { func load() -> Promise<Int> { .value(1) } }
      struct Other: Loader { let n: Int; func load() -> Promise<Int> { .value(n) } }
      """,
      """
      class Base { func load() -> Promise<Int> { .value(1) } }
      class Model: Base {}
      """,
      "class Model { func load() -> Promise<Int> { .value(1) } }; class Other: Model {}",
    ])
  func passes(text: String) {
    #expect(rewriting(Self.screen + "\n" + text).asyncFunctions > 0)
    #expect(isMarked(Self.screen + "\n" + text))
  }

  @Test(
    "M2: closures that run in place, on the main queue or on the main actor are on the main thread",
    arguments: [
      "[1].forEach { _ in model.count = 1 }", "firstly { model.load() }.cauterize()",
      "model.load().done { _ in self.model.count = 1 }.cauterize()",
      // `count` isn't static.
      "DispatchQueue.global().async { let x: Thing = .count }",
      "DispatchQueue.main.async { self.model.count = 1 }", "Task { model.count = 1 }",
      "[1: 2].mapValues { _ in model.count }", "UIView.animate(1) { self.model.count = 1 }",
      "run { model.count = 1 }", "model.load().done(on: .main) { _ in self.model.count = 1 }",
      // Functions that are passed by their names.
      "run(model.get)", "model.load().then(model.get).cauterize()",
      // A promise of an extension of UIViewController.
      "let n: UINavigationController = x; n.ask().done { _ in self.model.count = 1 }.cauterize()",
    ])
  func places(use: String) {
    let run = "func run(_ body: () -> Void) { body() }"
    let ask = "extension UIViewController { func ask() -> Promise<Int> { .value(1) } }"
    let user = "\(ask); extension Screen { \(run); func use() { \(use) } }"
    #expect(isMarked("\(Self.screen)\n\(Self.model)\n\(user)"), "\(use)")
  }

  @Test(
    "M2: other uses leave a class as it is",
    arguments: [
      // Other places.
      "extension Screen { func f() { DispatchQueue.global().async { self.model.count = 1 } } }",
      "extension Screen { func f() { model.load().done(on: q) { _ in self.model.count = 1 } } }",
      "extension Screen { func f() { model.load().done(on: nil) { _ in self.model.count = 1 } } }",
      "extension Screen { func f() { run { self.model.count = 1 } } }",
      "extension Screen { func g<T>(_ t: T) {}; func f() { g { self.model.count = 1 } } }",
      "extension Screen { func f() { let g = { self.model.count = 1 }; g() } }",
      "extension Screen { nonisolated func f() { model.count = 1 } }",
      "extension Screen { func g(_ b: @escaping () -> Void) {}; func f() { g { model.get() } } }",
      "extension Screen { func f() { Task.detached { await self.model.count } } }",
      "extension Screen { func f() { func g() { model.count = 1 }; run(g) } }",
      // Functions, key paths and types as values.
      "extension Screen { func f() { run(model.get) } }",
      "extension Screen { func f() { model.load().then(on: nil, model.get).cauterize() } }",
      "extension Screen { func f() { run(Model.init) } }",
      "extension Screen { func f() { run(Model.self) } }",
      "class Other { func f(_ x: [Thing]) { x.map(\\.count) } }",
      // Other code.
      "func f() { Model().load().cauterize() }",
      "let shared = Model()", "extension Model { static let one = 1 }; let x: Thing = .one",
      "class Other { let model = Model() }",
      "struct Other { let model: Model; func f() { model.get().cauterize() } }",
      "class Other { func f(_ x: Any) { thing(x).load().done { _ in } } }",
      "func f() -> Any { let model: Model = .init(); return model }",
      "class Tests: XCTestCase { func testF() { Model().load().cauterize() } }",
      "protocol Loader { func load() -> Promise<Int> }; extension Model: Loader {}"
        + "; struct Other: Loader, Codable { func load() -> Promise<Int> { .value(2) } }",
      "protocol Loader { func load() -> Promise<Int> }; extension Model: Loader {}"
        + "; struct Other: Loader { let n: Int; func load() -> Promise<Int> { .value(n) } }"
        + "; func f() { let other: Other = .init(n: 1); use(other) }",
      "typealias Store = Model",
      // What the class is.
      "extension Model: Hashable {}", "extension Model { @objc func f() {} }",
      "extension Model { var f: Int { get async { 1 } } }",
      "extension Model { nonisolated func f() {} }", "extension Model { func f() async {} }",
      "extension Model { func f() { run { self.count = 1 } } }",
      "extension Model { subscript(_ i: Int) -> Int { 1 } }",
      "extension Model { static func + (a: Model, b: Model) -> Int { 1 } }",
    ])
  func others(other: String) {
    #expect(!isMarked("\(Self.screen)\n\(Self.model)\n\(other)"), "\(other)")
  }

  @Test(
    "M2: a class of a module's interface stays, as does one that nothing or no main actor uses",
    arguments: [
      Self.screen + "\npublic " + Self.model, Self.model,
      Self.model + "\nclass Other { let model = Model(); func f() { model.load().cauterize() } }",
      Self.screen + "\n" + Self.model.replacing("func get", with: "deinit { count = 0 }; func get"),
      Self.screen + "\n" + Self.model.replacing("class Model", with: "class Model: NSObject"),
      Self.screen + "\n" + Self.model + "\nconf.Q.map = .global()",
    ])
  func stays(text: String) {
    #expect(!rewriting(text).files[0].after.contains("@MainActor\n"))
  }

  @Test(
    "M2: in the Swift 6 mode, a class stays if another module may run its closures elsewhere",
    arguments: [
      ("fetch { print(1) }", true, false), ("fetch { @Sendable in print(1) }", true, true),
      ("fetch { _ = self }", true, false), ("own { print(1) }", true, true),
      ("own { self.count = 1 }", false, false),
    ])
  func checked(closure: String, inSwift5: Bool, inSwift6: Bool) {
    let text =
      "\(Self.screen)\n\(Self.model)\nextension Model { func f() { \(closure) }\n"
      + "func own(_ b: @escaping () -> Void) {} }"
    #expect(isMarked(text) == inSwift5)
    let after = rewriting(text, assuming: []).files[0].after
    #expect(after.contains("@MainActor\nclass Model") == inSwift6)
  }

  @Test("M2: the Swift 5 mode evaluates default arguments outside of the main actor")
  func defaults() {
    let text = "\(Self.screen)\n\(Self.model)\nextension Screen { func f(m: Model = Model()) {} }"
    #expect(!isMarked(text))
    #expect(rewriting(text, assuming: []).asyncFunctions == 2)
  }

  @Test("M2: no class is marked for nothing")
  func needless() {
    let text =
      Self.screen.replacing("load", with: "other") + """

        class Model { func other() -> Promise<Int> { defer { print(1) }; return .value(1) } }
        """
    let rewriting = rewriting(text)
    #expect(rewriting.asyncFunctions == 0)
    #expect(!rewriting.files[0].after.contains("@MainActor\nclass"))
  }

  @Test("M2: a second rewrite changes nothing")
  func again() {
    let once = rewriting(Self.screen + "\n" + Self.model).files[0]
    let twice = Rewriting(
      sources: [(once.path, once.after)], from: .promisekit, to: .async, assuming: [.swift5])
    #expect(twice.changed.isEmpty)
  }
}
