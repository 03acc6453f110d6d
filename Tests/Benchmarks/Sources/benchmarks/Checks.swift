// Bounds that the figures must not exceed.

import Foundation

/// A line of `bounds.tsv`.
struct Bound {
  enum Measure: Equatable {
    /// The time per operation, relative to the peer's.
    case ratio(peer: String)
    /// The growth of the process, relative to the peer's.
    case memoryRatio(peer: String)
    /// The allocations per operation, rounded to tenths.
    case allocations
    /// In a series, the largest factor by which the time per operation grows from a smaller load
    /// to a larger one.
    case growth
    /// The growth of the process during a run, in MiB.
    case memory

    init?(_ text: String) {
      switch text {
      case "allocations": self = .allocations
      case "growth": self = .growth
      case "memory": self = .memory
      default:
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch parts.first {
        case "ratio" where parts.count == 2: self = .ratio(peer: parts[1])
        case "memory" where parts.count == 2: self = .memoryRatio(peer: parts[1])
        default: return nil
        }
      }
    }
  }

  let workload: String
  let measure: Measure
  let limit: Double
  /// The text of the bound's line.
  let description: String

  static func committed() throws(Failure) -> [Bound] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../bounds.tsv").standardized
    guard let content = try? String(contentsOf: file, encoding: .utf8) else {
      throw Failure("\(file.path) can't be read")
    }
    var bounds: [Bound] = []
    for text in content.split(separator: "\n").dropFirst() {
      let fields = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3, let measure = Measure(fields[1]), let limit = Double(fields[2])
      else { throw Failure("\(file.path) has an invalid line: \(text)") }
      bounds.append(
        Bound(
          workload: fields[0], measure: measure, limit: limit,
          description: fields.joined(separator: " ")))
    }
    return bounds
  }

  /// The figure that the bound applies to; `nil` if it can't be measured on this platform.
  func figure(in lines: [Line]) throws(Failure) -> Double? {
    switch measure {
    case .allocations:
      return lines[0].allocations.map { ($0 * 10).rounded() / 10 }
    case .memory:
      return lines[0].growth.map { $0 / 1_048_576 }
    case .growth:
      var least = lines[0].median
      var growth = 1.0
      for line in lines.dropFirst() {
        growth = max(growth, line.median / least)
        least = min(least, line.median)
      }
      return growth
    case .ratio(let peer):
      return lines[0].median / (try line(of: peer, in: lines)).median
    case .memoryRatio(let peer):
      guard let own = lines[0].growth, let other = try line(of: peer, in: lines).growth else {
        return nil
      }
      return own / max(other, 1)
    }
  }

  private func line(of peer: String, in lines: [Line]) throws(Failure) -> Line {
    guard let line = lines.first(where: { $0.competitor.name == peer }) else {
      throw Failure("\(workload) has no competitor “\(peer)”")
    }
    return line
  }
}

/// An error that ends the program.
struct Failure: Error {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

struct Checks {
  /// How many times a workload is measured before a figure counts as exceeding its bound: a busy
  /// machine affects times, and how many handlers find a task that is kept.
  private static let attempts = 3

  let bounds: [Bound]
  /// What exceeds a bound, with its figure.
  private(set) var exceeded: [(bound: Bound, figure: Double)] = []

  init(bounds: [Bound]) { self.bounds = bounds }

  mutating func check(_ lines: [Line], of workload: Workload) throws(Failure) {
    for bound in bounds where bound.workload == workload.id {
      guard let figure = try bound.figure(in: lines), figure > bound.limit else { continue }
      exceeded.append((bound, figure))
    }
  }

  /// Whether a workload keeps its bounds in one of the remaining attempts.
  ///
  /// Each of them is a process of its own: in this one, what other workloads have left behind may
  /// be what the figure depends on.
  static func holdElsewhere(_ workload: String, allocationsOnly: Bool) throws -> Bool {
    for _ in 1..<attempts {
      let process = Process()
      process.executableURL = Bundle.main.executableURL
      process.arguments = ["--check-alone", workload] + (allocationsOnly ? ["--allocations"] : [])
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus == EXIT_SUCCESS { return true }
    }
    return false
  }
}
