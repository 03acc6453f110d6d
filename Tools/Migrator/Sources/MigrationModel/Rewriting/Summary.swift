// The summary that a rewrite prints in addition to the diff.

extension Rewriting {
  /// How much was rewritten, and the code that was kept, with places and reasons.
  package var summary: String {
    var text = "\(changed.count) of \(files.count) files changed"
    if chains > 0 { text += ", \(rewrittenChains) of \(chains) chains rewritten" }
    if functions > 0 { text += ", \(asyncFunctions) of \(functions) functions async" }
    if filesInSwift5 > 0 { text += ", \(filesInSwift5) files in Swift 5 mode" }
    text += "\n"
    for file in files {
      guard let error = file.error else { continue }
      text += "\(file.path): left as it is, because two rewrites overlap at byte \(error.offset)\n"
    }
    for file in files {
      guard let error = file.compilerError else { continue }
      text += "\(file.path): left as it is, because the compiler refuses its rewrite: \(error)\n"
    }
    for error in refused {
      text +=
        "\(error.path):\(error.line): left as it is, because the compiler refuses its rewrite: "
        + "\(error.message)\n"
    }
    for file in skipped { text += "\(file.file): skipped, because it \(file.why)\n" }
    if !options.isEmpty {
      text += "options that would move more chains:\n"
      for (option, count) in options.byCount { text += "  \(count)  \(option)\n" }
    }
    let holding = kept.filter { $0.others > 0 }.sorted { ($1.others, $0) < ($0.others, $1) }
    if !holding.isEmpty {
      text += "declarations that keep others from moving; rewrite these first:\n"
      for one in holding {
        text += "  \(one.others)  \(one.name) (\(one.place.file):\(one.place.line))\n"
      }
    }
    guard !kept.isEmpty else { return text }
    text += "\(kept.count) left as they are:\n"
    for one in kept {
      let place = "\(one.place.file):\(one.place.line):\(one.place.column)"
      text += "\(place): \(one.name): \(one.sentence)\n"
    }
    return text
  }
}
