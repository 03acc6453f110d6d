// Checks that every seeded fault is caught by its race:
//
//     mutants                  all faults, in every schedule or those within a race's bound
//     mutants --table FILE     the same; FILE gets the table, .md or .tsv
//     mutants --brief          all faults, in the schedules that `swift test` runs, and each of
//                              their races without a fault
//     mutants --race RACE [--fault FAULT] [--plain]
//                              one race in this process; --plain searches without reduction
//
// Fails if a fault survives, or if a race finds a problem in the library without a fault.

import Faults
import Foundation

@main
struct Mutants {
  static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
  }

  private static func run() throws {
    if let race = option("--race") {
      try Trial(
        fault: option("--fault"), race: race, isPlain: has("--plain"), isBrief: has("--brief")
      ).runHere()
    } else {
      let findings = try findings()
      if let path = option("--table") {
        try Table(findings).write(to: URL(filePath: path))
      }
      let failures = findings.count { !$0.isAsExpected }
      print("\(findings.count) trials, \(failures) of them not as expected")
      exit(failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  private static func option(_ name: String) -> String? {
    let arguments = CommandLine.arguments
    return arguments.firstIndex(of: name).flatMap { arguments.dropFirst($0 + 1).first }
  }

  private static func has(_ flag: String) -> Bool { CommandLine.arguments.contains(flag) }

  private static func findings() throws -> [Finding] {
    let trials = Fault.all.map {
      Trial(fault: $0.name, race: $0.race, isPlain: $0.isPlain, isBrief: has("--brief"))
    }
    var controls: [Trial] = []
    // Only for --brief: `swift test` with EXPLORE=whole runs the races without a fault.
    for var trial in trials where trial.isBrief {
      trial.fault = nil
      if !controls.contains(trial) { controls.append(trial) }
    }
    return try (trials + controls).map(finding)
  }

  private static func finding(_ trial: Trial) throws -> Finding {
    let finding = try trial.runInChild()
    // Unbuffered, even if the output is a file.
    FileHandle.standardOutput.write(Data("\(finding)\n".utf8))
    return finding
  }
}

/// The result of a trial.
struct Finding: CustomStringConvertible {
  let trial: Trial
  /// The problem that the race found, as reported.
  let problem: String?
  let schedules: Int
  let duration: Duration

  /// A fault must be caught; without one, nothing must be found.
  var isAsExpected: Bool { (trial.fault == nil) == (problem == nil) }

  /// The problem, or a message that says there is none.
  var verdict: String { problem ?? (trial.fault == nil ? "nothing found" : "SURVIVES") }

  var milliseconds: Int { Int((duration / .milliseconds(1)).rounded()) }

  var description: String {
    """
    \(isAsExpected ? "✓" : "✗") \(trial.fault ?? "no fault"): \(verdict)
        by '\(trial.race)', \(schedules) schedules, \(milliseconds) ms
    """
  }
}

/// The findings as rows.
struct Table {
  private let rows: [[String]]

  init(_ findings: [Finding]) {
    rows =
      [["fault", "race", "verdict", "schedules", "ms"]]
      + findings.map {
        [$0.trial.fault ?? "none", $0.trial.race, $0.verdict]
          + ["\($0.schedules)", "\($0.milliseconds)"]
      }
  }

  /// Writes columns separated by tabs, or Markdown if the file's extension is `md`.
  func write(to file: URL) throws {
    var lines = rows.map { $0.joined(separator: "\t") }
    if file.pathExtension == "md" {
      lines = rows.map { "| \($0.joined(separator: " | ")) |" }
      lines.insert("| --- | --- | --- | ---: | ---: |", at: 1)
    }
    try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
  }
}
