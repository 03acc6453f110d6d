// Compiles code with a command, and reads the errors from its output.

import Foundation
import MigrationModel

struct Build {
  /// A command for the shell.
  let command: String

  init(command: String) { self.command = command }

  /// The build of the package that a file or folder belongs to; nil without one.
  init?(packageAbove path: String) {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    while !FileManager.default.fileExists(
      atPath: folder.appendingPathComponent("Package.swift").path)
    {
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      if parent.path == folder.path { return nil }
      folder = parent
    }
    let quoted = folder.path.replacingOccurrences(of: "'", with: "'\\''")
    command = "swift build --build-tests --package-path '\(quoted)'"
  }

  struct Errors {
    /// Those that name a file, by its key, in order.
    var byFile: [String: [(line: Int, message: String)]] = [:]
    var messages: [String] = []

    func errors(in files: [Rewriting.File]) -> [CompilerError] {
      files.flatMap { file in
        byFile[Build.key(file.path), default: []].map {
          CompilerError(path: file.path, line: $0.line, message: $0.message)
        }
      }
    }
  }

  /// Runs the command. If it fails and no error names a file, the last line of output is the error.
  func errors() throws -> Errors {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var errors = Errors()
    if process.terminationStatus == 0 { return errors }
    let lines = output.split(separator: "\n").map(String.init)
    for line in lines {
      guard let found = try Self.error.wholeMatch(in: line) else { continue }
      errors.byFile[Self.key(String(found.1)), default: []].append(
        (Int(found.2) ?? 1, String(found.3)))
      errors.messages.append(line)
    }
    if errors.messages.isEmpty { errors.messages = [lines.last ?? "it failed"] }
    return errors
  }

  private static var error: Regex<(Substring, Substring, Substring, Substring)> {
    /(.+\.swift):(\d+):\d+: error: (.+)/
  }

  /// A key that is the same for all spellings of a path.
  static func key(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}
