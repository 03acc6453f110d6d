// Names from other libraries, and the compiler's messages about them.

enum OtherSpellings {
  static let all = [
    RefusedSnippet(
      "PromiseKit's value",
      refused: "func f() { load(1).then { .value($0 + 1) }.done { print($0) } }",
      because: "'value' has been renamed to 'fulfilled(_:)'",
      accepted: "func f() { load(1).then { .fulfilled($0 + 1) }.done { print($0) } }"),
    RefusedSnippet(
      "PromiseKit's value without a named type",
      refused: "func f() { Promise.value(1).then { load($0) }.done { print($0) } }",
      because: "'value' has been renamed to 'fulfilled(_:)'",
      accepted: "func f() { Promise.fulfilled(1).then { load($0) }.done { print($0) } }"),
    RefusedSnippet(
      "PromiseKit's Promise(error:)",
      refused: "func f(_ e: any Error) -> Promise<Int> { Promise(error: e) }",
      because: "'init(error:)' is unavailable: use Promise.rejected(error)",
      accepted: "func f(_ e: any Error) -> Promise<Int> { Promise.rejected(e) }"),
    RefusedSnippet(
      "PromiseKit's compactMap",
      refused: "func f() { load(1).compactMap { find($0) }.map { $0 + 1 }.done { print($0) } }",
      because: "'compactMap' is unavailable: use map, and throw if there is no value",
      accepted: """
        func f() {
          load(1).map {
            guard let found = find($0) else { throw PromiseError.missingValue }
            return found
          }.done { print($0) }
        }
        """),
    RefusedSnippet(
      "PromiseKit's asVoid",
      refused: "func f() -> Promise<Void> { load(1).then { load($0).asVoid() } }",
      because: "'asVoid()' is unavailable: use map { _ in }",
      accepted: "func f() -> Promise<Void> { load(1).then { load($0).map { _ in } } }"),
    RefusedSnippet(
      "PromiseKit's cauterize",
      refused: "func f() { load(1).done { print($0) }.cauterize() }",
      because: "'cauterize()' has been renamed to 'ignoreErrors()'",
      accepted: "func f() { load(1).done { print($0) }.ignoreErrors() }"),
    RefusedSnippet(
      "PromiseKit's ensure",
      refused: "func f() { load(1).map { $0 + 1 }.ensure { print() }.done { print($0) } }",
      because: "'ensure' has been renamed to 'finally(_:)'",
      accepted: "func f() { load(1).map { $0 + 1 }.finally { print() }.done { print($0) } }"),
    RefusedSnippet(
      "google's always",
      refused: "func f() { load(1).then { load($0) }.always { print() } }",
      because: "'always' has been renamed to 'finally(_:)'",
      accepted: "func f() { load(1).then { load($0) }.finally { print() } }"),
    RefusedSnippet(
      "JavaScript's resolve",
      refused: "func f() -> Promise<Int> { .resolve(1) }",
      because: "'resolve' has been renamed to 'fulfilled(_:)'",
      accepted: "func f() -> Promise<Int> { .fulfilled(1) }"),
    RefusedSnippet(
      "JavaScript's reject",
      refused: "func f(_ e: any Error) -> Promise<Int> { .reject(e) }",
      because: "'reject' has been renamed to 'rejected(_:)'",
      accepted: "func f(_ e: any Error) -> Promise<Int> { .rejected(e) }"),
    RefusedSnippet(
      "JavaScript's resolve of an executor",
      refused: "func f() -> Promise<Int> { Promise { resolver in resolver.resolve(1) } }",
      because: "'resolve' has been renamed to 'fulfill(_:)'",
      accepted: "func f() -> Promise<Int> { Promise { resolver in resolver.fulfill(1) } }"),
    RefusedSnippet(
      "PromiseKit's resolve of a value and an error",
      refused: "func f() -> Promise<Int> { Promise { seal in call(seal.resolve) } }",
      because: "'resolve' is unavailable: "
        + "use Promise.wrap { load(completion: $0) }, or resolve(with: result)",
      accepted: "func f() -> Promise<Int> { Promise.wrap { call($0) } }"),
    RefusedSnippet(
      "PromiseKit's firstly",
      refused: "func f() { firstly { load(1) }.then { load($0) }.done { print($0) } }",
      because: "cannot find 'firstly' in scope",
      accepted: "func f() { load(1).then { load($0) }.done { print($0) } }"),
  ]
}
