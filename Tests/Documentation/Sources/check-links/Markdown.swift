// Parses as much Markdown as the link checker needs.

/// A piece of a page: prose, or a block of code with its fences.
struct Part: Sendable {
  let isCode: Bool
  let lines: [Substring]

  var text: String { lines.joined(separator: "\n") }

  static func all(in page: String) -> [Part] {
    var parts: [Part] = []
    var lines: [Substring] = []
    var isCode = false
    func end() {
      if !lines.isEmpty { parts.append(Part(isCode: isCode, lines: lines)) }
      lines = []
    }
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence, !isCode {
        end()
        isCode = true
        lines.append(line)
      } else {
        lines.append(line)
        if isFence {
          end()
          isCode = false
        }
      }
    }
    end()
    return parts
  }
}

/// The anchors that a code host derives from a page's headings: in lowercase, with hyphens for
/// spaces, without punctuation except hyphens and underscores, and with a number if they repeat.
func anchors(in page: String) -> Set<String> {
  var anchors: Set<String> = []
  for part in Part.all(in: page) where !part.isCode {
    for line in part.lines {
      if let heading = line.wholeMatch(of: #/ {0,3}#{1,6} +(.*?)(?: +#+)? */#) {
        let base = slug(of: String(heading.1))
        var anchor = base
        var count = 0
        while !anchors.insert(anchor).inserted {
          count += 1
          anchor = "\(base)-\(count)"
        }
      }
      for tag in line.matches(of: #/<[a-z]+ [^>]*\b(?:id|name)="([^"]+)"/#) {
        anchors.insert(String(tag.1))
      }
    }
  }
  return anchors
}

private func slug(of heading: String) -> String {
  let text = heading.replacing(#/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/#) { $0.output.1 }
  let kept = text.lowercased().filter { character in
    character.isLetter || character.isNumber || "_- ".contains(character)
  }
  return kept.replacing(" ", with: "-")
}
