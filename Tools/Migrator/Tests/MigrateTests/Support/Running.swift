// Runs the program, and tools such as git, on temporary files of a test.

import Foundation

struct Outcome {
  let output: String
  let complaints: String
  let status: Int32
}

/// Runs the program, which is built beside the tests.
func migrate(_ arguments: String...) throws -> Outcome { try migrate(arguments) }

func migrate(_ arguments: [String]) throws -> Outcome {
  let process = Process()
  let here = Bundle.allBundles.map(\.bundleURL) + [URL(fileURLWithPath: CommandLine.arguments[0])]
  process.executableURL = here.lazy
    .map { $0.deletingLastPathComponent().appendingPathComponent("migrate") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  process.arguments = arguments
  return try outcome(of: process)
}

private func outcome(of process: Process) throws -> Outcome {
  let (output, complaints) = (Pipe(), Pipe())
  process.standardOutput = output
  process.standardError = complaints
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  let said = String(
    decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return Outcome(output: text, complaints: said, status: process.terminationStatus)
}

func withFiles(_ files: [String: String], _ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("migrate-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }
  try body(folder.path)
}

/// Runs a tool of the toolchain.
func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

func run(_ arguments: [String]) throws -> Outcome {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  return try outcome(of: process)
}
