// Copies the sources of a module, and seeds every fault in them, behind a switch.

import Faults
import Foundation

@main
struct SeedFaults {
  static func main() {
    do {
      try copy()
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
  }

  /// - Throws: an error if a fault can't be seeded, or a file can't be read or written.
  private static func copy() throws {
    let module = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
    let copies = URL(filePath: CommandLine.arguments[2], directoryHint: .isDirectory)
    var edits = Dictionary(
      grouping: Fault.all.flatMap { fault in fault.edits.map { (fault: fault.name, edit: $0) } }
        .filter { $0.edit.module == module.lastPathComponent },
      by: \.edit.file)
    let files = try FileManager.default.subpathsOfDirectory(atPath: module.path())
    for file in files where file.hasSuffix(".swift") {
      let source = module.appending(path: file)
      let text = try String(contentsOf: source, encoding: .utf8)
      let seeded = try seed(edits.removeValue(forKey: file) ?? [], in: text)
      let copy = copies.appending(path: source.lastPathComponent)
      try seeded.write(to: copy, atomically: true, encoding: .utf8)
    }
    for (fault, edit) in edits.values.joined() {
      throw Unseedable(fault: fault, reason: "there is no \(edit.file)")
    }
  }

  private static func seed(
    _ edits: [(fault: String, edit: Edit)], in text: String
  ) throws -> String {
    var places: [(range: Range<String.Index>, fault: String, seeded: String)] = []
    for (fault, edit) in edits {
      let matches = try edit.matches(in: text)
      guard let range = matches.first, matches.count == 1 else {
        let reason = "its text occurs \(matches.count) times in \(edit.file): \(edit.old)"
        throw Unseedable(fault: fault, reason: reason)
      }
      places.append((range, fault, edit.seeded(as: fault, instead: text[range])))
    }
    places.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (place, next) in zip(places, places.dropFirst())
    where place.range.upperBound > next.range.lowerBound {
      throw Unseedable(fault: next.fault, reason: "its text overlaps that of '\(place.fault)'")
    }
    var seeded = ""
    var end = text.startIndex
    for place in places {
      seeded += text[end..<place.range.lowerBound] + place.seeded
      end = place.range.upperBound
    }
    return seeded + text[end...]
  }
}

struct Unseedable: Error, CustomStringConvertible {
  let fault: String
  let reason: String

  var description: String { "The fault '\(fault)' can't be seeded: \(reason)" }
}

extension Edit {
  /// The places where the old text occurs.
  fileprivate func matches(in text: String) throws -> [Range<String.Index>] {
    let pattern = "\(Edit.pattern(prefix))\(Edit.space)*(\(Edit.pattern(old)))"
    let whole = NSRange(text.startIndex..., in: text)
    return try NSRegularExpression(pattern: pattern).matches(in: text, range: whole)
      .compactMap { Range($0.range(at: 1), in: text) }
  }

  private static func pattern(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace)
      .map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: "\(space)+")
  }

  private static let space = "(?:\\s|//.*)"

  fileprivate func seeded(as fault: String, instead old: Substring) -> String {
    let isOn = "FaultSwitch.isOn(\"\(fault)\")"
    return switch part {
    case .expression: "(\(isOn) ? \(new) : \(old))"
    case .statements: "if \(isOn) {\n\(new)\n} else {\n\(old)\n}"
    }
  }
}
