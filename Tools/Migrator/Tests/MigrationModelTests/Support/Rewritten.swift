// Rewrites of sources that are given as text.

import Testing

@testable import MigrationModel

/// The text of one file, rewritten to promises.
func rewritten(
  _ text: String, from vocabulary: Vocabulary, beside others: [String: String] = [:],
  assuming assumptions: Set<Assumption> = []
) -> String {
  let sources = [("App/Text.swift", text)] + others.map { ("App/\($0.key)", $0.value) }
  let rewriting = Rewriting(
    sources: sources, from: vocabulary, to: .promises, assuming: assumptions)
  return rewriting.files[0].error.map { "two rewrites meet at \($0.offset)" }
    ?? rewriting.files[0].after
}

/// A rewrite of files to promises, which leaves code that isn't worth moving, as the command does.
func rewrite(
  _ vocabulary: Vocabulary, _ sources: [(path: String, text: String)],
  assuming assumptions: Set<Assumption> = [.swift5], isWeighing: Bool = true
) -> Rewriting {
  Rewriting(
    sources: sources, from: vocabulary, to: .promises, assuming: assumptions,
    isWeighing: isWeighing)
}

/// The text of a file that imports a library's module, rewritten to promises. Another run changes
/// nothing.
func written(
  _ text: String, _ vocabulary: Vocabulary = .google, _ assumptions: Set<Assumption> = [.swift5]
) -> String {
  let module = vocabulary.library?.original ?? ""
  let after = rewritten("import \(module)\n\(text)\n", from: vocabulary, assuming: assumptions)
  #expect(rewritten(after, from: vocabulary, assuming: assumptions) == after)
  return after
}
