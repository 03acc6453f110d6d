// The code that replaces the links of PromiseKit chains.

import Testing

@testable import MigrationModel

@Suite("PromiseKit: rewritten links")
struct PromiseKitLinkEditTests {
  @Test(
    "On the main actor",
    arguments: [
      ("load().done(on: .main) { use($0) }", "load().done { use($0) }"),
      ("load().then { user($0.count) }", "load().then { user($0.count) }"),
      (
        "load().ensure { use(1) }.catch { use($0) }",
        "load().finally { use(1) }.catch(except: CancellationError.self) { use($0) }"
      ),
      ("load().catch(on: .main, policy: .allErrors) { use($0) }", "load().catch { use($0) }"),
      ("load().done(on: .main, { use($0) })", "load().done({ use($0) })"),
      ("load().asVoid()", "load().map { _ in }"),
      (
        "load().get { use($0) }",
        """
        load().map {
            use($0)
            return $0
          }
        """
      ),
      (
        "load().get { _ in use(1) }",
        """
        load().map { value in
            use(1)
            return value
          }
        """
      ),
      ("nothing().get { use(1) }", "nothing().done { use(1) }"),
      ("nothing().compactMap { use(1) }", "nothing().map { use(1) }"),
      ("nothing().compactMap { [1] }", "nothing().map { [1] }"),
      ("nothing().then(nothing)", "nothing().then { nothing() }"),
      ("load().map(Set.init)", "load().map { Set($0) }"),
      ("load().map(on: .global()) { $0.count }", "load().map(.async) { @concurrent in $0.count }"),
      ("load().mapValues { $0 + 1 }", "load().map { $0.map { $0 + 1 } }"),
      (
        "load().mapValues(on: .main) { try parse($0) }",
        "load().map { try $0.map { try parse($0) } }"
      ),
      (#"load().mapValues(\.description)"#, #"load().map { $0.map(\.description) }"#),
      ("load().filterValues { $0 > 1 }", "load().map { $0.filter { $0 > 1 } }"),
      ("load().sortedValues(on: .main)", "load().map { $0.sorted() }"),
      ("load().thenMap { user($0) }", "load().then { Promise.all($0.map { user($0) }) }"),
      (
        "load().firstValue",
        """
        load().map { values -> Int in
            guard let value = values.first else { throw PMKError.emptySequence }
            return value
          }
        """
      ),
      (
        "load().lastValue",
        """
        load().map { values -> Int in
            guard let value = values.last else { throw PMKError.emptySequence }
            return value
          }
        """
      ),
      (
        "load().compactMap { $0.first }",
        """
        load().map {
            guard let value = $0.first else {
              throw PMKError.compactMap($0, Int.self)
            }
            return value
          }
        """
      ),
      ("load().recover { _ in .value([1]) }", "load().recover { _ in [1] }"),
      (
        "load().recover { _ in load() }",
        """
        load().recover(.promise) { error in
            if error is CancellationError { throw error }
            return load()
          }
        """
      ),
      (
        "load().recover(policy: .allErrors) { _ in load() }",
        "load().recover(.promise) { _ in load() }"
      ),
      (
        "load().tap { if case .fulfilled(let x) = $0 { use(x) } }",
        "load().tap { if case .success(let x) = $0 { use(x) } }"
      ),
      ("load().cauterize()", "load().ignoreErrors()"),
      ("load().done(use)", "load().done { use($0) }"),
      ("use(load().isPending)", "use(load().resultIfSettled == nil)"),
      ("let x = load().value", "let x = try? load().resultIfSettled?.get()"),
    ])
  func written(before: String, after: String) {
    #expect(PromiseKitText.onMain(before) == after)
  }
}
