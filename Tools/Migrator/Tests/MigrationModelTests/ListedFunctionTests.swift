// Functions that a list names, which the list or the functions may be left behind by.

import Testing

@testable import MigrationModel

@Suite("Functions in lists")
struct ListedFunctionTests {
  private static let start = """
    func one() -> Promise<Int> { .value(1) }
    func two() -> Promise<Int> { one().map { $0 + 1 }.map { $0 + 1 } }
    func odd() -> Promise<Int> { let p = one(); print(ObjectIdentifier(p)); return p }

    """

  @Test(
    "M2: a list that moves converts what a function that stays gives",
    arguments: [
      ("let all = [one, odd, two]", "let all = [one, { odd().asyncPromise }, two]"),
      (
        "let all: [(String, () -> Promise<Int>)] = [(\"1\", two), (\"2\", odd)]",
        "[(\"1\", two), (\"2\", { odd().asyncPromise })]"
      ),
      (
        "class C { func a() -> Promise<Int> { two().map { $0 } }; func b() -> Promise<Int> { "
          + "print(ObjectIdentifier(two())); return one() }; func run() -> Int { "
          + "let all = [a, b]; return all.count } }",
        "let all = [a, { self.b().asyncPromise }]"
      ),
    ])
  func moves(text: String, expected: String) {
    let after = written(Self.start + text, .promisekit)
    #expect(after.contains(expected), "\(after)")
  }

  @Test("M2: a list that stays converts what functions that move give")
  func stays() {
    let text = """
      func run() -> Int { let all = [two, odd]; print(ObjectIdentifier(all[0]())); return 1 }
      """
    let after = written(Self.start + text, .promisekit)
    #expect(after.contains("[{ PromiseKitCompat.Promise(two()) }, odd]"), "\(after)")
  }

  @Test(
    "M2: a list stays with functions that no closure can call as well",
    arguments: [
      "func with(_ n: Int) -> Promise<Int> { print(ObjectIdentifier(one())); return one() }; "
        + "let all = [with]",
      "func g() -> Guarantee<Int> { print(ObjectIdentifier(one())); return .value(1) }; "
        + "let all = [g]",
      "@MainActor func m() -> Promise<Int> { print(ObjectIdentifier(one())); return one() }; "
        + "let all = [m]",
    ])
  func others(text: String) {
    let after = written(Self.start + text, .promisekit)
    #expect(!after.contains("asyncPromise }"), "\(after)")
  }
}
