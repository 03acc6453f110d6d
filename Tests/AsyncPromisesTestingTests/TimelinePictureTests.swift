// PromiseTimeline as a picture and as text.

import AsyncPromises
import AsyncPromisesTesting
import AsyncPromisesTracking
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Pictures of timelines", .needsTracking, .timeLimit(.minutes(10)))
struct TimelinePictureTests {
  /// Reads a picture as a browser does.
  final class Picture: NSObject, XMLParserDelegate {
    private(set) var names: [String] = []
    private(set) var texts: [String] = []
    private(set) var right = 0.0

    init(_ svg: String) throws {
      super.init()
      let parser = XMLParser(data: Data(svg.utf8))
      parser.delegate = self
      try #require(parser.parse(), "\(String(describing: parser.parserError))")
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String] = [:]
    ) {
      names.append(name)
      texts.append("")
      let (x, width) = (
        attributes["x"].flatMap(Double.init), attributes["width"].flatMap(Double.init)
      )
      if name == "rect" { right = max(right, (x ?? 0) + (width ?? 0)) }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      texts[texts.count - 1] += text
    }

    /// The labels of rows.
    var labels: [String] { texts.filter { $0.hasPrefix("#") || $0.contains(" × ") } }
  }

  @Test("H3: sixty promises have a row each; more are folded, a row for each call")
  func rows() async throws {
    func record(_ count: Int) async -> PromiseTimeline {
      await PromiseTimeline.record {
        for index in 0..<count { _ = await Promise { index }.result }
        _ = await Promise { "last" }.map { $0 }.result
      }
    }
    #expect(try Picture(await record(58).svg).labels.count == 60)
    let folded = try Picture(await record(59).svg).labels
    #expect(folded.count == 3)
    #expect(folded[0].hasPrefix("59 × async TimelinePictureTests.swift:"))
    #expect(folded[2].hasPrefix("1 × map TimelinePictureTests.swift:"))
    let text = "\(await record(59))".split(separator: "\n")
    #expect(text.count == 5)
  }

  @Test("H3: names can't break the picture or the trace; both color schemes, no script")
  func escaping() async throws {
    let name = "</g>&\"'\\\u{1}😀\n"
    let timeline = await PromiseTimeline.record {
      let (promise, resolver) = Promise<Int>.pending(name: name)
      resolver.fulfill(1)
      _ = await promise.result
    }
    let picture = try Picture(timeline.svg)
    #expect(!picture.names.contains("script"))
    #expect(picture.labels.first?.contains("“</g>&\"'\\ 😀 ”") == true)
    #expect(timeline.svg.contains("@media(prefers-color-scheme:dark)"))
    #expect(picture.right <= 1000)
    let trace = try TraceFile(timeline.traceEvents)
    #expect(trace.slices().first?.name.contains("“</g>&\"'\\ 😀 ”") == true)
  }

  @Test("H3: a cycle has a critical path; nothing recorded is a picture, too")
  func cycle() async throws {
    let timeline = await PromiseTimeline.record {
      let (token, resolver) = Promise<Int>.pending()
      let page = token.map { $0 + 1 }
      Promise { resolver.fulfill(try await page.value) }.ignoreErrors()
      _ = await Promise { 1 }.result
      resolver.reject(CancellationError())
    }
    _ = try Picture(timeline.svg)
    #expect("\(timeline)".contains("* critical path: #"))
    let none = await PromiseTimeline.record {}
    _ = try Picture(none.svg)
    #expect("\(none)".hasPrefix("0 promises in "))
    #expect(try TraceFile(none.traceEvents).faults == [])
  }

  @Test("H3: print gives at most twenty lines")
  func text() async throws {
    let timeline = await PromiseTimeline.record {
      let all = Promise.all((0..<40).map { index in Promise { index } })
      _ = await all.map { $0.count }.tap { _ in }.finally {}.result
    }
    let lines = "\(timeline)".split(separator: "\n")
    #expect(lines.count <= 20)
    #expect(lines[0].hasPrefix("44 promises in "))
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.count <= 140 })
  }

  @Test("H3: what many threads do at once keeps the format's rules")
  func manyAtOnce() async throws {
    let timeline = await PromiseTimeline.record {
      await withTaskGroup(of: Void.self) { group in
        for worker in 0..<8 {
          group.addTask {
            for round in 0..<20 {
              let first = Promise { worker * round }
              let both = Promise.all([first.map { $0 + 1 }, first.tap { _ in }])
              if round % 4 == 0 { first.cancel() }
              _ = await both.result
            }
          }
        }
      }
    }
    let trace = try TraceFile(timeline.traceEvents)
    #expect(trace.faults == [])
    #expect(trace.slices().count == 8 * 20 * 4)
  }
}
