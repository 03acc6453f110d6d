// Modules of a program that have a library's names.

import Testing

@testable import MigrationModel

@Suite("Module aliases")
struct AliasTests {
  private func written(
    _ text: String, _ alias: String, at path: String = "Sources/App/A.swift",
    from vocabulary: Vocabulary
  ) throws -> String {
    let assumption = try #require(Assumption(rawValue: "module-alias:\(alias)"))
    let rewriting = Rewriting(
      sources: [(path, text)], from: vocabulary, to: .promises,
      assuming: [assumption, .defaultSettings])
    #expect(rewriting.files[0].error == nil)
    return rewriting.files[0].after
  }

  @Test("M2: an import of the program's own module")
  func imported() throws {
    #expect(
      try written(
        """
        import Foundation
        import Futures

        func load() -> Futures.Promise<Int> { .value(1) }
        func next() -> Promise<Int> { load().map { $0 + 1 } }
        """, "Futures=promisekit", from: .promisekit)
          == """
          import Foundation
          import AsyncPromises

          func load() -> Promise<Int> { .fulfilled(1) }
          func next() -> Promise<Int> { load().map { $0 + 1 } }
          """)
  }

  @Test("M2: an import of the program's own module, in a file that still uses it")
  func halfMoved() throws {
    let text = try written(
      """
      import Futures

      func load(_ p: Futures.Promise<Int>) -> Promise<Int> {
        p.fulfill(1)
        return p.then { $0 + 1 }
      }
      """, "Futures=google", from: .google)
    #expect(
      text == """
        import AsyncPromises
        import GooglePromisesCompat
        import struct AsyncPromises.Promise

        func load(_ p: GooglePromisesCompat.Promise<Int>) -> Promise<Int> {
          p.fulfill(1)
          return p.asyncPromise.map { $0 + 1 }
        }
        """)
  }

  @Test("M2: files whose own module has the names, without an import")
  func own() throws {
    #expect(
      try written(
        """
        // A file of the app.

        import Foundation

        func load() -> Task<Int> { Task(1) }
        func next() -> Task<Int> {
          load().continueOnSuccessWith(.mainThread) { $0 + 1 }
        }
        """, "App=bolts", from: .bolts)
          == """
          // A file of the app.

          import AsyncPromises
          import Foundation

          func load() -> Promise<Int> { Promise.fulfilled(1) }
          func next() -> Promise<Int> {
            load().map { $0 + 1 }
          }
          """)
  }

  @Test("A library that isn't known", arguments: ["App", "App=combine", "App=own"])
  func unknown(text: String) {
    #expect(Assumption(rawValue: "module-alias:\(text)") == nil)
  }
}
