// The two forms of a file with promises of this library and of a facade.

import Testing

@testable import MigrationModel

@Suite("Whose promise an unqualified name means")
struct MixedNamesTests {
  private func rewriting(_ text: String, _ other: String = "") -> Rewriting {
    rewrite(
      .promisekit, [("Sources/App/A.swift", text), ("Sources/App/B.swift", other)])
  }

  private static let before = """
    import PromiseKit
    func stays1() -> Promise<Int> { Promise { $0.fulfill(1) } }
    func stays2() -> Promise<Int> { Promise<Int> { (r: Resolver<Int>) in r.fulfill(2) } }
    func stays3() -> (Promise<Int>, Resolver<Int>) { Promise.pending() }
    extension Promise where T == String { func stays4() -> Promise<Int> { Promise<Int>(1, self) } }
    extension Promise where T == Data { func next() -> Promise { map { $0 } } }
    func one() -> Promise<Int> { .value(1) }
    func two() -> Promise<Int> { one().map { $0 + 1 }.map { Promise.value($0) }.then { $0 } }
    """

  private static let after = """
    import AsyncPromises
    import PromiseKitCompat
    import class PromiseKitCompat.Promise
    import class PromiseKitCompat.Resolver
    func stays1() -> Promise<Int> { Promise { $0.fulfill(1) } }
    func stays2() -> Promise<Int> { Promise<Int> { (r: Resolver<Int>) in r.fulfill(2) } }
    func stays3() -> (Promise<Int>, Resolver<Int>) { Promise.pending() }
    extension Promise where T == String { func stays4() -> Promise<Int> { Promise<Int>(1, self) } }
    extension AsyncPromises.Promise where Value == Data { func next() -> \
    AsyncPromises.Promise<Value> { map { $0 } } }
    func one() -> AsyncPromises.Promise<Int> { .fulfilled(1) }
    func two() -> AsyncPromises.Promise<Int> { one().map { $0 + 1 }.map { @MainActor in \
    AsyncPromises.Promise.fulfilled($0) }.then { @MainActor in $0 } }
    """

  @Test("M2: where more stays than moves, nothing is written around what stays")
  func staying() {
    #expect(rewriting(Self.before).files[0].after == Self.after)
    #expect(rewriting(Self.after).changed.isEmpty)
  }

  @Test("M2: a type of the program's own with such a name keeps the other form")
  func ownType() {
    let after = rewriting(Self.before, "enum Resolver {}").files[0].after
    #expect(!after.contains("import class"))
  }

  @Test("One form becomes the other, and back")
  func forms() {
    let ours = MixedNames.ours(Self.after)
    #expect(ours.contains("import struct AsyncPromises.Promise\n"))
    #expect(ours.contains("func stays1() -> PromiseKitCompat.Promise<Int>"))
    #expect(ours.contains("func one() -> Promise<Int> { .fulfilled(1) }"))
    #expect(MixedNames.theirs(ours, .promiseKit) == Self.after)
    let others = [
      "import AsyncPromises", "import class PromiseKit.Promise",
      "import class PromiseKitCompat.Promise", "let a = 1",
    ]
    for text in others {
      #expect(MixedNames.ours(text) == text)
      #expect(MixedNames.theirs(text, .promiseKit) == nil)
    }
  }

  @Test("M1: what stays is counted in both forms")
  func report() {
    func kept(_ text: String) -> [String] {
      Analysis.run(sources: [("Sources/App/A.swift", text)]).declarations.map(\.name)
    }
    #expect(kept(Self.after).map { $0.suffix(8) } == (1...4).map { "stays\($0)()" })
    #expect(kept(MixedNames.ours(Self.after)) == kept(Self.after))
  }
}
