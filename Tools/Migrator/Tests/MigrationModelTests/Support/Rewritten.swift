// Rewrites of sources that are given as text.

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
