// WaitGraphPicture.swift: the report of a wait as a diagram.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import TestSupport
import Testing

@Suite("Diagram of a scope", .needsTracking, .timeLimit(.minutes(10)))
struct ScopePictureTests {
  /// Calls `body` in a scope whose pending promises are cancelled at the end.
  private func inScope(_ body: (PromiseScope) async throws -> Void) async throws {
    try await withPromiseScope(leftovers: .cancel, reports: .ignore, body)
  }

  private func picture(of scope: PromiseScope) throws -> Flowchart {
    try Flowchart(scope.dumpPending(as: .mermaid))
  }

  @Test("H3: when nothing is pending, a note says so; dumpPending(as: .text) equals dumpPending()")
  func nothing() async throws {
    try await inScope { scope in
      let picture = try picture(of: scope)
      #expect(picture.note == "Nothing is pending.")
      #expect(picture.nodes.isEmpty && picture.arrows.isEmpty)
      let (_, resolver) = Promise<Int>.pending()
      #expect(Report(scope.dumpPending(as: .text)) == Report(scope.dumpPending()))
      resolver.fulfill(1)
    }
  }

  @Test("H3: one promise is a node with its name, place, age and state")
  func pending() async throws {
    try await inScope { scope in
      let line = Lines()
      let (_, resolver) = Promise<Int>.pending(name: "token")
      let picture = try picture(of: scope)
      let number = try #require(picture.order.first)
      let label = try #require(picture.nodes[number]).label
      #expect(picture.nodes.count == 1 && picture.arrows.isEmpty && picture.note == nil)
      #expect(label.count == 4)
      #expect(label[0] == "#\(number) pending “token”")
      #expect(label[1] == line[1])
      #expect(label[2].wholeMatch(of: /[0-9.e-]+ seconds old/) != nil)
      #expect(label[3] == "waits for its resolver")
      #expect(picture.nodes[number]?.state == "resolver")
      resolver.fulfill(1)
    }
  }

  @Test("H3: the diagram of the whole process has the same format as a scope's diagram")
  func process() async throws {
    try await inScope { _ in
      let (_, resolver) = Promise<Int>.pending(name: "one of the process")
      let picture = Promise.dumpPending(as: .mermaid)
      // Other tests' promises may have filled the diagram.
      #expect(picture.contains("one of the process") || picture.contains("note[\"… and "))
      #expect(throws: Never.self) { try Flowchart(picture) }
      #expect(Promise.dumpPending(as: .text).contains("seconds old"))
      resolver.fulfill(1)
    }
  }

  @Test("H3: an arrow points from a promise to the promise that it waits for")
  func chain() async throws {
    try await inScope { scope in
      let (token, resolver) = Promise<Int>.pending(name: "token")
      let user = token.map { $0 + 1 }
      user.done { _ in }
      let picture = try picture(of: scope)
      let (first, second, third) = try (
        picture.number("token"), picture.number(" map"), picture.number(" done")
      )
      #expect(
        picture.arrows == [
          .init(from: second, to: first, isAwait: false),
          .init(from: third, to: second, isAwait: false),
        ])
      #expect(picture.nodes[second]?.label.last == "waits for #\(first)")
      #expect(
        [first, second, third].map { picture.nodes[$0]?.state } == ["resolver", "others", "others"])
      #expect(picture.order == [first, second, third])
      resolver.fulfill(1)
    }
  }

  @Test("H3: a group has an arrow to each pending input; work and timers have their own state")
  func group() async throws {
    try await inScope { scope in
      let (token, resolver) = Promise<Int>.pending(name: "token")
      let clock = ManualClock()
      let time = Promise.delay(for: .seconds(60), clock: clock).map { 1 }
      let all = Promise.all([token, time, .fulfilled(3)])
      let picture = try picture(of: scope)
      let number = try picture.number(" all")
      let inputs = picture.arrows.filter { $0.from == number }.map(\.to)
      let expected = [try picture.number("token"), try picture.number(" map")]
      #expect(inputs == expected)
      #expect(picture.nodes[number]?.label.last == "waits for #\(inputs[0]), #\(inputs[1])")
      #expect(try picture.nodes[picture.number(" delay")]?.state == "work")
      #expect(try picture.nodes[picture.number("token")]?.state == "resolver")
      all.cancel()
      resolver.fulfill(1)
    }
  }

  @Test("H3: an operation that awaits a promise has a dotted arrow, and a waiting task is counted")
  func operation() async throws {
    try await inScope { scope in
      let (token, resolver) = Promise<Int>.pending(name: "token")
      let operation = Promise(name: "work") { try await token.value }
      // Wait until the operation is suspended.
      await ManualClock().advance(by: .zero)
      let picture = try picture(of: scope)
      let (first, second) = try (picture.number("token"), picture.number("work"))
      #expect(picture.arrows == [.init(from: second, to: first, isAwait: true)])
      #expect(picture.nodes[second]?.state == "others")
      #expect(picture.nodes[first]?.label.last == "needed by 1 task")
      resolver.fulfill(1)
      #expect(try await operation.value == 1)
    }
  }

  @Test("A3 H3 T3: only promises in a cycle are red", arguments: [2, 3, 10])
  func ring(size: Int) async throws {
    try await inScope { scope in
      let pairs = (1...size).map { Promise<Int>.pending(name: "ring \($0)") }
      for index in pairs.indices { pairs[index].resolver.follow(pairs[(index + 1) % size].promise) }
      let beside = pairs[0].promise.map { $0 }
      let picture = try picture(of: scope)
      #expect(picture.nodes.values.count { $0.state == "cycle" } == size)
      #expect(try picture.nodes[picture.number(" map")]?.state == "others")
      #expect(picture.arrows.count == size + 1)
      withExtendedLifetime(beside) { _ = pairs[0].promise.cancel() }
    }
  }

  @Test("A3 H3 T3: cycles that share promises are entirely red")
  func sharedRing() async throws {
    try await inScope { scope in
      let (first, resolver) = Promise<Int>.pending(name: "first")
      let short = first.map { $0 }
      let long = short.map { $0 }.map { $0 }
      let group = Promise.all([long, short, first.map { $0 }])
      resolver.follow(group.map { $0.count })
      let picture = try picture(of: scope)
      #expect(picture.nodes.count == 7)
      #expect(picture.nodes.values.allSatisfy { $0.state == "cycle" })
      first.cancel()
    }
  }

  // MARK: Text

  @Test(
    "H3: a name is shown verbatim, even if it means something in Mermaid, Markdown or HTML",
    arguments: [
      "\"quoted\"", "a#b", "#quot;", "[x](y)", "{a}", "]:::ring", "<b>bold</b>", "a & b", "`code`",
      "**bold** _and_ ~~not~~", "fa:fa-car", "%%{init: {}}%%", "style:x#35;", "end", "1. one",
      "https://www.example.com", "$$x$$", "ﬂ°°35¶ß", "|pipe|", "a\\nb", "--> p1", "日本語 ß é",
    ])
  func names(name: String) async throws {
    try await inScope { scope in
      let (_, resolver) = Promise<Int>.pending(name: name)
      let picture = try picture(of: scope)
      let number = try #require(picture.order.first)
      #expect(picture.nodes[number]?.label.first == "#\(number) pending “\(name)”")
      #expect(picture.nodes.count == 1 && picture.nodes[number]?.label.count == 4)
      resolver.fulfill(1)
    }
  }

  @Test("H3: any name is valid; only line breaks, control characters and long names change")
  func randomNames() async throws {
    var random = SplitMix64(35)
    let awkward = Array(
      "\"#;:[]{}()<>|`*_~$%&\\-=.ox \n\r\t\u{0}\u{2028}\u{202E}ﬂ°¶ßé😀\u{301}".unicodeScalars)
    for _ in 0..<(isStressRun ? 5_000 : 200) {
      let scalars = (0..<Int.random(in: 0...100, using: &random)).compactMap { _ in
        Bool.random(using: &random)
          ? awkward.randomElement(using: &random)
          : Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
      }
      var name = String.UnicodeScalarView()
      name.append(contentsOf: scalars)
      var shown = String.UnicodeScalarView()
      for scalar in name.prefix(name.count > 80 ? 79 : 80) {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: shown.append(" ")
        default: shown.append(scalar)
        }
      }
      if name.count > 80 { shown.append("…") }
      try await inScope { scope in
        let (_, resolver) = Promise<Int>.pending(name: String(name))
        let picture = try picture(of: scope)
        let number = try #require(picture.order.first)
        let label = try #require(picture.nodes[number]?.label.first)
        let expected = "#\(number) pending “\(String(shown))”"
        #expect(Array(label.unicodeScalars) == Array(expected.unicodeScalars))
        resolver.fulfill(1)
      }
    }
  }

  // MARK: Many promises

  @Test("H3: at most a hundred promises are drawn, and the others are counted")
  func many() async throws {
    try await inScope { scope in
      let pairs = (0..<1_000).map { _ in Promise<Int>.pending() }
      let all = Promise.all(pairs.map(\.promise))
      let picture = try picture(of: scope)
      #expect(picture.nodes.count == 100)
      #expect(picture.note == "… and 901 more")
      let number = try picture.number(" all")
      #expect(picture.nodes[number]?.label.last == "waits for 1000, 901 not shown")
      #expect(picture.arrows.count == 99)
      let again = try self.picture(of: scope)
      #expect(picture.order == again.order && picture.arrows == again.arrows)
      for pair in pairs { pair.resolver.fulfill(1) }
      #expect(try await all.value.count == 1_000)
    }
  }

  @Test("H3: a diagram stays within renderers' limits on arrows and characters, too")
  func dense() async throws {
    try await inScope { scope in
      let pairs = (0..<40).map { _ in Promise<Int>.pending() }
      let groups = (0..<40).map { _ in Promise.race(pairs.map(\.promise)) }
      let picture = try picture(of: scope)
      #expect(picture.nodes.count == 80 && picture.arrows.count == 400)
      #expect(picture.note == "… and 1200 more arrows")
      for pair in pairs { pair.resolver.fulfill(1) }
      withExtendedLifetime(groups) {}
    }
    try await inScope { scope in
      let name = String(repeating: "\u{10FFFF}", count: 100)
      let pairs = (0..<100).map { _ in Promise<Int>.pending(name: name) }
      let picture = try picture(of: scope)
      #expect((20..<100).contains(picture.nodes.count))
      #expect(picture.note == "… and \(100 - picture.nodes.count) more")
      for pair in pairs { pair.resolver.fulfill(1) }
    }
  }

  @Test("A3 H3: a cycle is drawn, however much else is pending")
  func ringAmongMany() async throws {
    try await inScope { scope in
      let pairs = (0..<1_000).map { _ in Promise<Int>.pending() }
      let (first, second) = (Promise<Int>.pending(), Promise<Int>.pending())
      first.resolver.follow(second.promise)
      second.resolver.follow(first.promise)
      let picture = try picture(of: scope)
      #expect(picture.nodes.values.count { $0.state == "cycle" } == 2)
      first.promise.cancel()
      for pair in pairs { pair.resolver.fulfill(1) }
    }
  }

  // MARK: The error

  @Test("T3: the error of a wait includes the diagram, including a promise from outside the scope")
  func error() async throws {
    let (outside, resolver) = Promise<Int>.pending(name: "outside")
    try await inScope { scope in
      outside.map { $0 }.done { _ in }
      let picture = try Flowchart(try await scope.failureToSettle().mermaid)
      let number = try picture.number("outside")
      #expect(picture.nodes.count == 3 && picture.arrows.count == 2)
      #expect(picture.nodes[number]?.label[2].hasSuffix(" old, from outside the scope") == true)
    }
    resolver.fulfill(1)
  }
}
