// Finds the links on a page, and their problems.

import Foundation

/// A page that a code host shows: an article in a documentation catalog, or another file.
struct Page {
  let path: String
  private let isArticle: Bool
  /// The page without blocks of code.
  private let prose: String
  /// The prose without code spans.
  private let text: String

  init(path: String, text: String) {
    self.path = path
    isArticle = path.contains(".docc/")
    // The lists at the end of an article contain links that only docc understands.
    let topics = isArticle ? text.firstRange(of: "\n## Topics\n") : nil
    let text = topics.map { String(text[..<$0.lowerBound]) } ?? text
    prose = Part.all(in: text).filter { !$0.isCode }.map(\.text).joined(separator: "\n")
    self.text = prose.replacing(#/``[^`]+``|`[^`]+`/#, with: "code")
      .replacing(#/<!--[\s\S]*?-->/#, with: "")
  }

  /// The link definitions: lowercase names, and targets.
  private var definitions: [(name: String, target: String)] {
    text.matches(of: #/(?m)^ {0,3}\[([^\]]+)\]: *<?([^\s>]+)/#).map {
      (Self.normalized($0.output.1), String($0.output.2))
    }
  }

  /// The targets of all links: inline, in definitions, in tags, in angle brackets, and bare.
  var targets: [String] {
    let inLine = text.matches(of: #/\]\(\s*<?([^\s)>]*)>?(?:\s+"[^"]*")?\s*\)/#).map(\.output.1)
    let inTags = text.matches(of: #/\b(?:href|src|srcset)="([^"]*)"/#).map(\.output.1)
    let inAngles = text.matches(of: #/<([a-z][a-z0-9+.\-]*:[^\s>]*)>/#).map(\.output.1)
    let bare = text.matches(of: #/(?:^|[\s(])(https?:\/\/[^\s)>\]]+)/#).map(\.output.1)
    // A code host shows only the text of such a link. docc checks that its target exists.
    let forHost = inLine.filter { !(isArticle && $0.hasPrefix("doc:")) }
    return Set((forHost + inTags + inAngles + bare).map(String.init))
      .union(definitions.map(\.target)).sorted()
  }

  func problems(in repository: Repository) -> [String] {
    let broken = targets.compactMap { target in
      problem(with: target, in: repository).map { "\(target) \($0)" }
    }
    return (broken + problemsOfReferences() + symbols()).map { "\(path): \($0)" }
  }

  private func problem(with target: String, in repository: Repository) -> String? {
    if target.hasPrefix("doc:") { return "is a link that only docc understands" }
    if target.firstMatch(of: #/^[A-Za-z][A-Za-z0-9+.\-]*:/#) != nil {
      return problem(withAddress: target, in: repository)
    }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let anchor = parts.count > 1 ? String(parts[1]) : nil
    guard let name = String(parts[0]).removingPercentEncoding else { return "does not parse" }
    if name.isEmpty { return repository.problem(path: path, anchor: anchor ?? "") }
    if name.hasPrefix("/") { return "starts at the root" }
    guard let path = resolved(name) else { return "leaves the repository" }
    return repository.problem(path: path, anchor: anchor)
  }

  private func problem(withAddress target: String, in repository: Repository) -> String? {
    guard target.hasPrefix("https://") else { return "is not https" }
    guard let address = URL(string: target, encodingInvalidCharacters: false),
      address.host()?.contains(".") == true
    else { return "does not parse" }
    guard target.hasPrefix(Repository.address) else { return nil }
    let rest = target.dropFirst(Repository.address.count)
    guard let own = rest.wholeMatch(of: #/(?:blob|tree|raw)\/([^\/]+)\/([^#?]*)(?:#(.*))?/#) else {
      return nil
    }
    guard own.output.1 == "main" else { return "isn't on the main branch" }
    let path = own.output.2.hasSuffix("/") ? own.output.2.dropLast() : own.output.2
    return repository.problem(
      path: String(path).removingPercentEncoding ?? "", anchor: own.output.3.map(String.init))
  }

  /// The path of the link's target from the root, or `nil` if it leads outside the repository.
  private func resolved(_ name: String) -> String? {
    var names = path.split(separator: "/").dropLast().map(String.init)
    for part in name.split(separator: "/") where part != "." {
      if part != ".." {
        names.append(String(part))
      } else if names.popLast() == nil {
        return nil
      }
    }
    return names.joined(separator: "/")
  }

  private func problemsOfReferences() -> [String] {
    let names = definitions.map(\.name)
    let full = text.matches(of: #/\[([^\[\]]+)\]\[([^\[\]]*)\]/#).map {
      Self.normalized($0.output.2.isEmpty ? $0.output.1 : $0.output.2)
    }
    let short = text.matches(of: #/\[([^\[\]]+)\](?![\[(:])/#).map { Self.normalized($0.output.1) }
    let undefined = Set(full).subtracting(names).sorted()
    let unused = Set(names).subtracting(full + short).sorted()
    let repeated = Set(names.filter { name in names.count { $0 == name } > 1 }).sorted()
    return undefined.map { "[\($0)] is not defined" } + unused.map { "[\($0)] is not used" }
      + repeated.map { "[\($0)] is defined twice" }
  }

  /// Names in double backticks, which only docc turns into links; a code host shows them as code.
  /// In an article, they must read well as code. Elsewhere, they are wrong: double backticks are
  /// for code that contains a backtick.
  private func symbols() -> [String] {
    prose.matches(of: #/(?:^|[^`])(``[^`]+``)(?!`)/#).map(\.output.1)
      .filter { !isArticle || $0.contains(#/^``\/|\bfileID:|\bline:|\bisolation:|-[0-9a-z]+``$/#) }
      .map { "\($0) is a symbol that only docc understands: link to it with words" }
  }

  private static func normalized(_ name: Substring) -> String {
    name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
