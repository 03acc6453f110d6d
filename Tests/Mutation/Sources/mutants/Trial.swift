// One race with one fault, in a separate process, because the race may crash or never end.

import AsyncPromisesTracking
import Foundation

@testable import AsyncPromises

struct Trial: Equatable {
  /// The active fault, if any.
  var fault: String?
  let race: String
  /// Whether to search without reduction, within two preemptions or the race's bound.
  let isPlain: Bool
  /// Whether to search only the schedules that `swift test` runs.
  let isBrief: Bool

  /// No schedule takes this long, unless a thread loops without accessing a word.
  private static let seconds: UInt32 = 60
  /// A fault may make the search endless. A problem that is found later than this doesn't count.
  private static let limit = Duration.seconds(300)

  private func find() throws -> Race {
    if let race = Race.all.first(where: { $0.name == self.race }) { return race }
    throw NoSuchRace(name: race)
  }

  // MARK: In the child

  /// Explores until the first problem. Prints a dot for each schedule, then the result.
  func runHere() throws {
    let race = try find()
    FaultSwitch.name = fault
    PromiseDiagnostics.startTracking()
    let start = ContinuousClock.now
    let counted = Race(
      race.name, race.outcomes, level: race.level, bound: race.bound, brief: race.brief
    ) {
      alarm(Self.seconds)
      write(STDOUT_FILENO, ".", 1)
      if .now - start > Self.limit { Self.end(runs: 0, problem: "") }
      race.make($0)
    }
    let search: Explorer.Search =
      if isBrief {
        race.briefSearch
      } else if isPlain, race.bound == nil {
        .preemptions(2)
      } else {
        race.wholeSearch
      }
    let exploration = Explorer.explore(counted, search, stopsAtFirst: true)
    Self.end(runs: exploration.runs, problem: exploration.problems.first ?? "")
  }

  private static func end(runs: Int, problem: String) -> Never {
    print("\n\(runs)\n\(problem)")
    exit(EXIT_SUCCESS)
  }

  // MARK: In the parent

  func runInChild() throws -> Finding {
    // Checked here too, because a wrong name must not count as a problem found by the child.
    _ = try find()
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments =
      ["--race", race] + (fault.map { ["--fault", $0] } ?? []) + (isPlain ? ["--plain"] : [])
      + (isBrief ? ["--brief"] : [])
    process.environment = ProcessInfo.processInfo.environment.merging(Self.environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let start = ContinuousClock.now
    try process.run()
    let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    process.waitUntilExit()
    return Finding(
      trial: self, problem: problem(lines, process), schedules: Self.schedules(lines),
      duration: .now - start)
  }

  /// Makes the use of freed memory noticeable, and suppresses crash reports.
  private static let environment = [
    "MALLOC_PERTURB_": "165", "MallocScribble": "1", "SWIFT_BACKTRACE": "enable=no",
  ]

  private func problem(_ lines: [Substring], _ process: Process) -> String? {
    if process.terminationReason == .uncaughtSignal {
      return process.terminationStatus == SIGALRM ? "does not end" : "crashes"
    }
    guard lines.count > 2 else { return "has no verdict" }
    // Leaves out the schedule and the trace, which only a replay needs.
    let problem = lines[2].split(separator: "; schedule").first
    return problem.map(String.init)
  }

  /// After a crash there is no number, so dots are counted. A search runs its first schedule three
  /// times, and counts it once.
  private static func schedules(_ lines: [Substring]) -> Int {
    if lines.count > 1, let schedules = Int(lines[1]) { return schedules }
    return max(1, lines[0].count - 2)
  }
}

struct NoSuchRace: Error, CustomStringConvertible {
  let name: String

  var description: String { "There is no race '\(name)'." }
}
