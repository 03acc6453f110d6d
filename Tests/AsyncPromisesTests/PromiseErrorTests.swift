// PromiseError.swift: the errors that the library itself rejects promises with.

import AsyncPromises
import Testing

@Suite("PromiseError", .timeLimit(.minutes(10)))
struct PromiseErrorTests {
  @Test("A4: the description of a broken promise names its place, and what to do")
  func broken() {
    let text = PromiseError.broken(createdAt: "Module/File.swift:12").description
    #expect(text.contains("Module/File.swift:12"))
    #expect(text.contains("Keep the resolver"))
  }

  @Test("D3 G2: the description of a timeout names the limit")
  func timedOut() {
    #expect(PromiseError.timedOut(after: .seconds(5)).description.contains("5.0 seconds"))
  }

  @Test("B7: every error says a sentence of its own")
  func sentences() {
    let errors: [PromiseError] = [
      .broken(createdAt: "here"), .cycle, .timedOut(after: .zero), .missingValue, .invalid,
    ]
    let sentences = errors.map(\.description)
    #expect(Set(sentences).count == errors.count)
    for sentence in sentences {
      #expect(sentence.hasSuffix("."))
    }
  }

  @Test("B7: the library's errors pass a chain as they are")
  func passed() async {
    let derived = Promise<Int>.rejected(PromiseError.missingValue).map { $0 }.tap { _ in }
    #expect(await derived.isMissingValue)
  }
}
