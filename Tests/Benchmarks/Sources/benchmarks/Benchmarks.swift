// Compares the cost of the library with alternatives:
//
//     swift run -c release --package-path Tests/Benchmarks benchmarks
//         [--filter W3] [--quick] [--tsv FILE] [--check] [--check-alone W3] [--allocations]
//         [--documentation]
//
// It has its own harness, because ordo-one/benchmark doesn't count mallocs on this platform,
// doesn't interleave competitors, and doesn't report ratios between them.
//
// Absolute times vary between machines and over time. Allocations are reliable, and so are ratios
// of competitors measured in turn: --check compares both with `bounds.tsv`. --allocations compares
// allocations alone, which depend little on what else the machine does.

import Foundation

@main
enum Benchmarks {
  private static let workloads: [Workload] = [
    Settling.workloads, Chaining.workloads, Groups.workloads, Contention.workloads,
    Awaiting.workloads, Places.workloads, Growth.workloads, Costs.workloads,
    LongestCalls.workloads, LinkChecker.workloads,
  ].flatMap { $0 }

  /// Measures on another thread, because the main thread must run jobs of the main actor.
  static func main() {
    let thread = Thread { runAndExit() }
    thread.stackSize = 8 << 20
    thread.start()
    while true { RunLoop.main.run() }
  }

  private static func runAndExit() -> Never {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let violations = try run(options)
      for violation in violations { complain("exceeded: \(violation)") }
      exit(violations.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
    } catch let failure as Failure {
      complain("error: \(failure.description)")
      exit(2)
    } catch {
      complain("error: \(error)")
      exit(EXIT_FAILURE)
    }
  }

  /// Measures, and returns the bounds that are exceeded, if the options ask for a check.
  private static func run(_ options: Options) throws -> [String] {
    var selected = workloads.filter { options.selects($0.id) }
    guard !selected.isEmpty else {
      throw Failure("there is no such workload; the workloads are \(workloads.map(\.id))")
    }
    let bounds = options.isCheck ? try Bound.committed() : nil
    var checks = bounds.map { bounds in
      Checks(bounds: bounds.filter { !options.isAllocations || $0.measure == .allocations })
    }
    if let bound = checks?.bounds.first(where: { bound in
      !workloads.contains { $0.id == bound.workload }
    }) {
      throw Failure("bounds.tsv has a bound for an unknown workload: \(bound.description)")
    }
    if options.isAllocations, let checks {
      selected = selected.filter { workload in checks.bounds.contains { $0.workload == workload.id }
      }
    }
    #if DEBUG
      complain("warning: figures of a debug build are meaningless")
    #endif
    let measuring = Measuring(samples: options.isQuick || options.isAllocations ? 5 : 15)
    var table = Table()
    var all: [Line] = []
    for workload in selected {
      complain("\(workload.id): \(workload.what)")
      let lines = measuring.measure(workload)
      table.append(lines)
      all += lines
      try checks?.check(lines, of: workload)
    }
    var exceeded = checks?.exceeded ?? []
    if options.alone == nil {
      let failing = try Set(exceeded.map(\.bound.workload)).filter {
        try !Checks.holdElsewhere($0, allocationsOnly: options.isAllocations)
      }
      exceeded.removeAll { !failing.contains($0.bound.workload) }
    }
    print(table.aligned, Table.legend, separator: "\n\n")
    if let file = options.table {
      try table.separatedByTabs.write(toFile: file, atomically: true, encoding: .utf8)
    }
    if options.isDocumentation { try Documentation(lines: all).write() }
    return exceeded.map { "\($0.bound.description): measured \(Table.figure($0.figure))" }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}

/// The command-line options.
private struct Options {
  private static let usage = """
    usage: benchmarks [--filter WORKLOAD] [--quick] [--tsv FILE] [--check]
           [--check-alone WORKLOAD] [--allocations] [--documentation]
      --filter WORKLOAD       only this one and its variants: W1 selects W1 and W1p
      --quick                 5 samples instead of 15
      --tsv FILE              also writes the table to FILE, separated by tabs
      --check                 fails if a bound of bounds.tsv is exceeded
      --check-alone WORKLOAD  checks this one, in a single attempt
      --allocations           checks only the bounds of allocations
      --documentation         writes the figures of the article on performance
    """

  private(set) var filter: String?
  private(set) var isQuick = false
  private(set) var table: String?
  private(set) var isCheck = false
  private(set) var alone: String?
  private(set) var isAllocations = false
  private(set) var isDocumentation = false

  init(_ arguments: some Sequence<String>) throws(Failure) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--quick": isQuick = true
      case "--check": isCheck = true
      case "--allocations": (isCheck, isAllocations) = (true, true)
      case "--documentation": isDocumentation = true
      case "--filter", "--tsv", "--check-alone":
        guard let value = arguments.next() else {
          throw Failure("\(argument) takes a value\n\(Self.usage)")
        }
        switch argument {
        case "--filter": filter = value
        case "--tsv": table = value
        default: (isCheck, alone) = (true, value)
        }
      default:
        throw Failure("unknown argument \(argument)\n\(Self.usage)")
      }
    }
  }

  func selects(_ id: String) -> Bool {
    if let alone { return id == alone }
    guard let filter else { return true }
    // W1 doesn't select W10.
    return id.hasPrefix(filter) && id.dropFirst(filter.count).first?.isNumber != true
  }
}
