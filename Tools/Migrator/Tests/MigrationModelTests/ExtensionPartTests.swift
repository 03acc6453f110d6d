// Extensions of a promise of which some members move and others stay.

import SwiftSyntax
import Testing

@testable import MigrationModel

@Suite("Parts of extensions")
struct ExtensionPartTests {
  @Test("M2: an extension is divided where some of its members stay, and another run keeps it so")
  func divided() {
    let text = """
      import PromiseKit

      public extension Promise {
        /// Adds one.
        func next() -> Promise<T> { map { $0 }.map { $0 } }

        /// An object.
        func key() -> ObjectIdentifier { ObjectIdentifier(self) }
        // More of it.
        func key2() -> ObjectIdentifier { ObjectIdentifier(self) }

        func last() -> Promise<T> { map { $0 } }  // of all
      }

      func one() -> Promise<Int> { Promise.value(1).next().last() }
      """
    let once = rewrite(.promisekit, [("App/A.swift", text)]).files[0].after
    #expect(
      once == """
        import AsyncPromises
        import PromiseKitCompat
        import struct AsyncPromises.Promise

        public extension Promise {
          /// Adds one.
          func next() -> Promise<Value> { map { @MainActor in $0 }.map { @MainActor in $0 } }
        }

        public extension PromiseKitCompat.Promise {
          /// An object.
          func key() -> ObjectIdentifier { ObjectIdentifier(self) }
          // More of it.
          func key2() -> ObjectIdentifier { ObjectIdentifier(self) }
        }

        public extension Promise {
          func last() -> Promise<Value> { map { @MainActor in $0 } }  // of all
        }

        func one() -> Promise<Int> { Promise.fulfilled(1).next().last() }
        """)
    #expect(rewrite(.promisekit, [("App/A.swift", once)]).changed.isEmpty)
  }

  @Test(
    "M2: an extension that can't be divided stays as a whole if one of its members must",
    arguments: [
      "extension Promise {\n  private func a() -> Promise<T> { map { $0 } }\n  REST\n}",
      "extension Promise: Named {\n  func a() -> Promise<T> { map { $0 } }\n  REST\n}",
      "extension Promise { func a() -> Promise<T> { map { $0 } }; REST }",
      "extension Promise {\n  #if DEBUG\n  func a() -> Promise<T> { map { $0 } }\n"
        + "  #endif\n  REST\n}",
    ])
  func whole(text: String) {
    let rest = "func key() -> ObjectIdentifier { ObjectIdentifier(self) }"
    let after = written(text.replacing("REST", with: rest), .promisekit)
    #expect(!after.contains("AsyncPromises"), "\\(after)")
  }

  @Test("Whatever doesn't move keeps its text, and its places")
  func untouched() {
    let text = """
      import PromiseKit
      @available(macOS 13, *)
      extension   Promise
      where T: Sequence {

        func a() -> ObjectIdentifier { ObjectIdentifier(self) } // one
        /* two */
        static var b: Int { 1 };
        func c() -> ObjectIdentifier { ObjectIdentifier(self) } }
      """
    let file = SourceFile(
      FoundFile(path: "A.swift", module: ModuleName(below: [], root: []), isSwift5: true),
      text: text)
    #expect(file.text != text && ExtensionParts.joined(file.text) == text)
    let last = file.tree.statements.last.map { file.place(of: $0) }
    #expect(last?.line == 8)
  }

  @Test(
    "M2: a bare promise in another one's extension isn't that of the extended type",
    arguments: [
      (
        "extension Guarantee { func f(_ e: Error) -> Promise<Void> { "
          + "then { flag -> Promise<Void> in flag is Int ? Promise() : Promise(error: e) } } }",
        ["? AsyncPromises.Promise.fulfilled(()) :", ": AsyncPromises.Promise.rejected(e)"]
      ),
      (
        "extension Promise { func f() -> Guarantee<String> { map { \"\\($0)\" }"
          + ".recover { _ in Guarantee.value(\"\") }.done { print($0) }.map { \"\" } } }",
        ["AsyncPromises.Promise.fulfilled(\"\")"]
      ),
      (
        "extension Promise { func f() -> Guarantee<Int> { Guarantee { seal in "
          + "self.done { _ in seal(1) }.catch { _ in seal(2) } } } }",
        ["AsyncPromises.Promise { seal in"]
      ),
      (
        "extension Promise { func f() -> Guarantee<T?> { map { $0 }.recover { _ in "
          + "Guarantee.value(nil) } } }",
        ["AsyncPromises.Promise.fulfilled(nil)"]
      ),
      (
        "extension Thenable { func f() -> Promise<Int> { then { _ in Promise.value(2) } } }",
        ["AsyncPromises.Promise.fulfilled(2)"]
      ),
      (
        "extension Promise { func f() -> Promise<T> { then { Promise.value($0) } } }",
        [" Promise.fulfilled($0)"]
      ),
    ])
  func barePromise(text: String, parts: [String]) {
    let after = written(text, .promisekit)
    for part in parts { #expect(after.contains(part), "\(after)") }
  }

  @Test("M2: a guarantee whose extension has a member that a promise's has too stays")
  func sameMember() {
    let after = written(
      """
      extension Promise { func t() -> Promise<T> { get { print($0) } } }
      extension Guarantee { func t() -> Guarantee<T> { get { print("g", $0) } } }
      func f(_ g: Guarantee<Int>) { g.t().done { print($0) } }
      """, .promisekit)
    #expect(after.contains("func f(_ g: Guarantee<Int>) { g.t().done { print($0) } }"), "\(after)")
    #expect(after.contains("Guarantee { func t() -> Guarantee<T> { get { print("), "\(after)")
  }

  @Test("M2: google/promises: a chain given to a member that stays is converted once")
  func convertedOnce() {
    let after = written(
      """
      extension Promise {
        func follow(_ other: Promise<Value>) {
          other.then { self.fulfill($0) }.catch { self.reject($0) }
        }

        func next() -> Promise<Value> { then { _ in } }
      }
      func one() -> Promise<Int> { Promise(1).then { $0 + 1 }.then { $0 + 1 } }
      class C {
        let first = Promise<Int>.pending()
        func f() { first.follow(one().then { print($0) }) }
      }
      """)
    #expect(after.contains("GooglePromisesCompat.Promise(one()"), "\(after)")
    #expect(!after.contains("GooglePromisesCompat.Promise(GooglePromisesCompat.Promise("))
  }
}
