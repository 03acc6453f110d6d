// Code that stays because the compiler refuses its rewrite.

import Testing

@testable import MigrationModel

@Suite("Code that the compiler refuses")
struct RefusalTests {
  private static let service = """
    import PromiseKit
    protocol Source {
      func load(_ id: Int) -> Promise<Int>
    }
    @MainActor final class Service: @MainActor Source {
      var last: Promise<Int>?
      func load(_ id: Int) -> Promise<Int> {
        let promise = Promise.value(id).map { $0 + 1 }.map { $0 * 2 }
        last = promise
        return promise
      }
      func name(_ id: Int) -> Promise<String> {
        firstly { load(id) }
          .map { "\\($0)" }
          .map { $0 + "!" }
      }
      func long(_ id: Int) -> Promise<String> { name(id).map { $0 + $0 }.map { $0 + "?" } }
    }

    """
  private static let screen = """
    import PromiseKit
    @MainActor final class Screen {
      let service = Service()
      func show() {
        service.name(1).done {
          print($0)
        }.catch { print($0) }
      }
      func count() -> Promise<Int> {
        service.load(2).map { $0 + 1 }.map { $0 + 2 }
      }
      func title() -> Promise<String> { service.long(2).map { $0 + "1" }.map { $0 + "2" } }
    }

    """
  private static let sources = [("App/Service.swift", service), ("App/Screen.swift", screen)]

  private func rewriting(_ goal: Goal) -> Rewriting {
    Rewriting(
      sources: Self.sources, from: .promisekit, to: goal, assuming: [.swift5], isWeighing: true)
  }

  /// The errors of a compiler that refuses new lines with a certain text.
  private func errors(_ rewriting: Rewriting, about text: String) -> [CompilerError] {
    rewriting.files.flatMap { file in
      let before = Set(file.before.lines)
      return file.after.lines.enumerated().filter {
        $0.element.contains(text) && !before.contains($0.element)
      }.map { CompilerError(path: file.path, line: $0.offset + 1, message: "not \(text)") }
    }
  }

  /// Holds code back until such a compiler refuses nothing, or nothing is left to hold.
  private func checked(_ goal: Goal, refusing text: String) -> (result: Rewriting, builds: Int) {
    var (rewriting, builds) = (rewriting(goal), 1)
    while case let errors = errors(rewriting, about: text), !errors.isEmpty,
      rewriting.hold(errors)
    { builds += 1 }
    return (rewriting, builds)
  }

  @Test(
    "M2: what the compiler refuses stays as it was, and the rest moves",
    arguments: [("except:", "App/Screen.swift:7"), ("    load(id)", "App/Service.swift:13")])
  func units(refused: String, place: String) {
    #expect(rewriting(.promises).rewrittenChains == 6)
    let (result, builds) = checked(.promises, refusing: refused)
    #expect(builds == 2 && result.rewrittenChains == 5)
    #expect(errors(result, about: refused).isEmpty)
    #expect(
      result.summary.contains(
        "\(place): left as it is, because the compiler refuses its rewrite: not \(refused)"))
  }

  @Test(
    "M2: a function that the compiler refuses in async form returns a promise",
    arguments: [("let long = ", 2, 3), ("service.long(2)", 3, 2), ("await", 2, 0)])
  func async(refused: String, attempts: Int, functions: Int) {
    #expect(rewriting(.async).asyncFunctions == 4)
    let (result, builds) = checked(.async, refusing: refused)
    #expect(builds == attempts && result.asyncFunctions == functions)
    #expect(result.rewrittenChains == 6 && errors(result, about: refused).isEmpty)
  }

  @Test("M2: if the error remains, what the code uses stays, then its types, then its file")
  func steps() {
    var rewriting = rewriting(.promises)
    var moved: [Int] = []
    while let line = rewriting.files[1].after.lines.firstIndex(where: { $0.contains("long(2)") }),
      rewriting.hold([CompilerError(path: "App/Screen.swift", line: line + 1, message: "no")])
    {
      moved.append(rewriting.rewrittenChains)
    }
    #expect(moved == [5, 4, 2, 0])
  }

  @Test("M2: an error in the head of a type is one of all its members")
  func head() {
    var rewriting = rewriting(.promises)
    let isHeld = rewriting.hold([CompilerError(path: "App/Screen.swift", line: 2, message: "no")])
    #expect(isHeld && rewriting.files[1].after == Self.screen)
  }

  @Test("M2: an error in a file that wasn't read, or of a function with callbacks, holds nothing")
  func nothing() {
    var promises = rewriting(.promises)
    var isHeld = promises.hold([CompilerError(path: "App/Other.swift", line: 1, message: "no")])
    #expect(!isHeld)
    var callbacks = Rewriting(
      sources: [("App/A.swift", "func f(completion: @escaping (Int) -> Void) { completion(1) }")],
      from: .callbacks, to: .promises)
    #expect(callbacks.changed.count == 1)
    isHeld = callbacks.hold([CompilerError(path: "App/A.swift", line: 1, message: "no")])
    #expect(!isHeld)
  }
}
