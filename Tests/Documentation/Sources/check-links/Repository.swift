// The files that links can lead to.

import Foundation

/// The tracked files, as a code host shows them.
struct Repository {
  /// The prefix of links to the repository's own files.
  static let address = "https://github.com/async-promises/swift-async-promises/"

  let files: Set<String>
  let folders: Set<String>
  /// The text of a file, if it can be read.
  let text: (String) -> String?

  init(files: Set<String>, text: @escaping (String) -> String?) {
    self.files = files
    self.text = text
    var folders: Set<String> = []
    for file in files {
      var names = file.split(separator: "/").dropLast()
      while !names.isEmpty {
        folders.insert(names.joined(separator: "/"))
        names.removeLast()
      }
    }
    self.folders = folders
  }

  /// Describes the problem, if any, with a path from the root and an anchor.
  func problem(path: String, anchor: String?) -> String? {
    if folders.contains(path) || path.isEmpty {
      return anchor == nil ? nil : "has an anchor in a folder"
    }
    guard files.contains(path) else {
      let other = files.union(folders).first { $0.lowercased() == path.lowercased() }
      return other.map { "differs in case from \($0)" } ?? "leads to no tracked file"
    }
    guard let anchor else { return nil }
    guard path.hasSuffix(".md") else {
      return anchor.wholeMatch(of: #/L\d+(?:-L\d+)?/#) == nil ? "has no such anchor" : nil
    }
    return text(path).map(anchors(in:))?.contains(anchor) == true ? nil : "has no such anchor"
  }
}

/// Runs a command, and returns its output.
func output(of command: String...) throws -> String {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = command
  process.standardOutput = pipe
  try process.run()
  let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  return String(decoding: data, as: UTF8.self)
}
